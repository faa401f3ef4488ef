#ifndef TESSERA_CPLATFORM_H
#define TESSERA_CPLATFORM_H
#include <stddef.h>
#include <stdint.h>

#include "ColumnWidth.h"
#include "Interruption.h"
#include "Memory.h"
#include "OptionScanner.h"

/// A byte that several threads read and set without waiting: relaxed atomics, a plain load and store on every
/// processor we know, and no library to load as Swift's `Synchronization` would be.
static inline uint8_t cplatform_load_flag(const uint8_t *flag) {
  return __atomic_load_n(flag, __ATOMIC_RELAXED);
}
static inline void cplatform_store_flag(uint8_t *flag, uint8_t value) {
  __atomic_store_n(flag, value, __ATOMIC_RELAXED);
}

#endif
