#ifndef TESSERA_MEMORY_H
#define TESSERA_MEMORY_H
#include <stddef.h>

/// Memory of `count` bytes, not 0, with what stood in the `old_count` bytes of `old`, which is gone then; NULL with 0 is
/// no memory yet. NULL when there is none, and `old` stays. Much memory grows by moving its pages, and the system is
/// asked for large ones: to touch a page for the first time is what new memory costs.
void *cplatform_resize(void *old, size_t old_count, size_t count);

/// Frees the `count` bytes that `cplatform_resize` gave.
void cplatform_free(void *memory, size_t count);

/// Zeroed memory of `count` bytes, not 0, that never grows and is written soon: much of it in large pages from their
/// beginning on, since to touch small ones takes many times as long as to write them. NULL when there is none.
void *cplatform_map(size_t count);

/// Frees the `count` bytes that `cplatform_map` gave.
void cplatform_unmap(void *memory, size_t count);

#endif
