#ifndef TESSERA_CPLATFORM_H
#define TESSERA_CPLATFORM_H
#include <stddef.h>
#include <stdint.h>

#endif
