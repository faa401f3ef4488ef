#ifndef TESSERA_CXXHASH_H
#define TESSERA_CXXHASH_H
#include <stddef.h>
#include <stdint.h>

/// The 64-bit XXH3 hash of `count` bytes.
uint64_t cxxhash_hash64(const void *bytes, size_t count);

#endif
