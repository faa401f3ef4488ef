#ifndef TESSERA_CVECTOR_H
#define TESSERA_CVECTOR_H
#include <stddef.h>
#include <stdint.h>

#endif
