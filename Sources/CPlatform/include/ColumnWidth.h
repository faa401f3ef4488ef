#ifndef TESSERA_COLUMN_WIDTH_H
#define TESSERA_COLUMN_WIDTH_H
#include <stdint.h>

/// Columns that a character takes on a terminal: 0, 1 or 2.
int32_t tessera_column_width(uint32_t scalar);

#endif
