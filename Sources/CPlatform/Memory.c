#define _GNU_SOURCE
#include "Memory.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __linux__
#include <sys/mman.h>

// What is larger is mapped by itself. (The C library decides by what was freed before, and then copies.)
static const size_t least_mapped = 1 << 20;
// Two large pages: what is smaller has no large page of its own, or hardly one.
static const size_t least_large = 4 << 20;

static int is_mapped(size_t count) { return count >= least_mapped; }

static void *map(size_t count) {
  void *memory = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

// Advice that is not taken changes nothing. It is for the whole: a mapping of two kinds could not be moved.
static void advise(void *memory, size_t count) {
#ifdef MADV_HUGEPAGE
  if (count >= least_large) madvise(memory, count, MADV_HUGEPAGE);
#endif
}

void *cplatform_resize(void *old, size_t old_count, size_t count) {
  if (!is_mapped(old_count) && !is_mapped(count)) return realloc(old, count);
  if (is_mapped(old_count) && is_mapped(count)) {
    void *moved = mremap(old, old_count, count, MREMAP_MAYMOVE);
    if (moved != MAP_FAILED) {
      advise(moved, count);
      return moved;
    }
  }
  void *memory = is_mapped(count) ? map(count) : malloc(count);
  if (!memory) return NULL;
  if (is_mapped(count)) advise(memory, count);
  if (old) memcpy(memory, old, old_count < count ? old_count : count);
  cplatform_free(old, old_count);
  return memory;
}

void cplatform_free(void *memory, size_t count) {
  if (is_mapped(count)) munmap(memory, count);
  else free(memory);
}

static const size_t large_page = 2 << 20;
// A large page is had in the time that some dozens of small ones take.
static const size_t least_in_large = 128 << 10;

static size_t in_large(size_t count) { return (count + large_page - 1) & ~(large_page - 1); }

void *cplatform_map(size_t count) {
  if (count < least_in_large) return calloc(count, 1);
  size_t mapped = in_large(count);
  // One page more, of which what is before and behind goes back: mappings begin with any small page.
  char *memory = map(mapped + large_page);
  if (!memory) return NULL;
  size_t before = (size_t)-(uintptr_t)memory & (large_page - 1);
  if (before > 0) munmap(memory, before);
  munmap(memory + before + mapped, large_page - before);
#ifdef MADV_HUGEPAGE
  madvise(memory + before, mapped, MADV_HUGEPAGE);
#endif
  return memory + before;
}

void cplatform_unmap(void *memory, size_t count) {
  if (count < least_in_large) free(memory);
  else munmap(memory, in_large(count));
}
#else
void *cplatform_resize(void *old, size_t old_count, size_t count) {
  (void)old_count;
  return realloc(old, count);
}

void cplatform_free(void *memory, size_t count) {
  (void)count;
  free(memory);
}

void *cplatform_map(size_t count) { return calloc(count, 1); }

void cplatform_unmap(void *memory, size_t count) {
  (void)count;
  free(memory);
}
#endif
