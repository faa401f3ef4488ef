// Packing and unpacking of 128-integer blocks. The width is a constant in each instance of the inner functions, so
// that shifts and masks are immediate operands.
#include "CVector.h"
#include "Features.h"
#include <string.h>

typedef uint32_t u32x4 __attribute__((vector_size(16)));
typedef uint32_t u32x4_unaligned __attribute__((vector_size(16), aligned(1)));

#define ALWAYS_INLINE static inline __attribute__((always_inline))

ALWAYS_INLINE u32x4 load(const uint8_t *bytes, uint32_t index) {
  return *(const u32x4_unaligned *)(bytes + 16 * (size_t)index);
}

/// The group of four integers number `i` (0 to 31).
ALWAYS_INLINE u32x4 group(const uint8_t *bytes, const uint32_t width, const uint32_t i) {
  const uint32_t bit = i * width, word = bit >> 5, shift = bit & 31;
  u32x4 value = load(bytes, word) >> shift;
  if (shift + width > 32) value |= load(bytes, word + 1) << (32 - shift);
  if (width < 32) value &= (1u << width) - 1;
  return value;
}

#define GROUPS_OF_4(M, w, i) M(w, i) M(w, i + 1) M(w, i + 2) M(w, i + 3)
#define GROUPS_OF_16(M, w, i) GROUPS_OF_4(M, w, i) GROUPS_OF_4(M, w, i + 4) GROUPS_OF_4(M, w, i + 8) GROUPS_OF_4(M, w, i + 12)
#define GROUPS_OF_32(M, w) GROUPS_OF_16(M, w, 0) GROUPS_OF_16(M, w, 16)

ALWAYS_INLINE void unpack(const uint8_t *bytes, const uint32_t width, uint32_t *values) {
#define STEP(w, i) *(u32x4_unaligned *)(values + 4 * (i)) = group(bytes, w, i);
  GROUPS_OF_32(STEP, width)
#undef STEP
}

ALWAYS_INLINE u32x4 running_sum(u32x4 v, u32x4 before) {
  const u32x4 zero = {0, 0, 0, 0};
  v += __builtin_shufflevector(zero, v, 0, 4, 5, 6);
  v += __builtin_shufflevector(zero, v, 0, 1, 4, 5);
  return v + __builtin_shufflevector(before, before, 3, 3, 3, 3);
}

ALWAYS_INLINE void unpack_gaps(const uint8_t *bytes, const uint32_t width, uint32_t before, uint32_t *values) {
  const u32x4 one = {1, 1, 1, 1};
  u32x4 last = {before, before, before, before};
#define STEP(w, i)                                  \
  last = running_sum(group(bytes, w, i) + one, last); \
  *(u32x4_unaligned *)(values + 4 * (i)) = last;
  GROUPS_OF_32(STEP, width)
#undef STEP
}

#if HAS_X86
/// Sixteen sums at a time: each vector is summed up by itself, so that only one addition waits for the one before.
AVX512 static void sum_gaps_avx512(uint32_t *values, uint32_t before) {
  const __m512i zero = _mm512_setzero_si512(), one = _mm512_set1_epi32(1), last_lane = _mm512_set1_epi32(15);
  __m512i last = _mm512_set1_epi32((int)before);
  for (int i = 0; i < 128; i += 16) {
    __m512i v = _mm512_add_epi32(_mm512_loadu_si512(values + i), one);
    v = _mm512_add_epi32(v, _mm512_alignr_epi32(v, zero, 15));
    v = _mm512_add_epi32(v, _mm512_alignr_epi32(v, zero, 14));
    v = _mm512_add_epi32(v, _mm512_alignr_epi32(v, zero, 12));
    v = _mm512_add_epi32(v, _mm512_alignr_epi32(v, zero, 8));
    v = _mm512_add_epi32(v, last);
    _mm512_storeu_si512(values + i, v);
    last = _mm512_permutexvar_epi32(last_lane, v);
  }
}
#endif

void cvector_sum_gaps128(uint32_t *values, uint32_t before) {
#if HAS_X86
  if (has_avx512()) {
    sum_gaps_avx512(values, before);
    return;
  }
#endif
  const u32x4 one = {1, 1, 1, 1};
  u32x4 last = {before, before, before, before};
  for (int i = 0; i < 128; i += 4) {
    last = running_sum(*(const u32x4_unaligned *)(values + i) + one, last);
    *(u32x4_unaligned *)(values + i) = last;
  }
}

#define WIDTHS(M)                                                                                              \
  M(1) M(2) M(3) M(4) M(5) M(6) M(7) M(8) M(9) M(10) M(11) M(12) M(13) M(14) M(15) M(16) M(17) M(18) M(19) M(20) \
      M(21) M(22) M(23) M(24) M(25) M(26) M(27) M(28) M(29) M(30) M(31) M(32)

void cvector_unpack128(const uint8_t *bytes, uint32_t width, uint32_t *values) {
  switch (width) {
#define CASE(w) case w: unpack(bytes, w, values); return;
    WIDTHS(CASE)
#undef CASE
    default: memset(values, 0, 128 * sizeof(uint32_t));
  }
}

void cvector_unpack_gaps128(const uint8_t *bytes, uint32_t width, uint32_t before, uint32_t *values) {
  // Summed up in the registers they were unpacked in, four at a time: sixteen would have to be loaded again from what
  // was just stored in fours, and wait for it (24 ns, 33 ns).
  switch (width) {
#define CASE(w) case w: unpack_gaps(bytes, w, before, values); return;
    WIDTHS(CASE)
#undef CASE
    default:
      for (uint32_t i = 0; i < 128; i++) values[i] = before + 1 + i;
  }
}

void cvector_pack128(const uint32_t *values, uint32_t width, uint8_t *bytes) {
  memset(bytes, 0, 16 * (size_t)width);
  for (uint32_t i = 0; i < 32; i++) {
    const uint32_t bit = i * width, word = bit >> 5, shift = bit & 31;
    const u32x4 value = *(const u32x4_unaligned *)(values + 4 * i);
    if (width == 0) continue;
    u32x4_unaligned *at = (u32x4_unaligned *)(bytes + 16 * (size_t)word);
    *at |= value << shift;
    if (shift + width > 32) *(at + 1) |= value >> (32 - shift);
  }
}
