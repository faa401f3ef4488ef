#ifndef TESSERA_CSIMDJSON_H
#define TESSERA_CSIMDJSON_H
#include <stddef.h>
#include <stdint.h>

#endif
