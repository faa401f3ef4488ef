#ifndef TESSERA_CICU_H
#define TESSERA_CICU_H
#include <stddef.h>
#include <stdint.h>

#endif
