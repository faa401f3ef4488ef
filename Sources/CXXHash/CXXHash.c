#include "CXXHash.h"
#include <xxhash.h>

uint64_t cxxhash_hash64(const void *bytes, size_t count) { return XXH3_64bits(bytes, count); }
