#ifndef TESSERA_CCOMPRESSION_H
#define TESSERA_CCOMPRESSION_H
#include <stddef.h>
#include <stdint.h>

#endif
