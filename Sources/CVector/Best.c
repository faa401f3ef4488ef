// The few best: sixteen keys that are looked at together, so that nothing hangs on which of them is the least.
#include "CVector.h"
#include "Features.h"

#if HAS_X86
AVX512 static inline uint64_t least_avx512(__m512i a, __m512i b) {
  __m512i m = _mm512_min_epu64(a, b);
  m = _mm512_min_epu64(m, _mm512_shuffle_i64x2(m, m, 0x4e));
  m = _mm512_min_epu64(m, _mm512_shuffle_i64x2(m, m, 0xb1));
  m = _mm512_min_epu64(m, _mm512_permutex_epi64(m, 0xb1));
  return (uint64_t)_mm_cvtsi128_si64(_mm512_castsi512_si128(m));
}

AVX512 static uint64_t replace_least_avx512(uint64_t *keys, uint64_t key) {
  __m512i a = _mm512_loadu_si512(keys), b = _mm512_loadu_si512(keys + 8);
  const __m512i least = _mm512_set1_epi64((long long)least_avx512(a, b)), new = _mm512_set1_epi64((long long)key);
  const uint32_t equal =
      (uint32_t)_mm512_cmpeq_epu64_mask(a, least) | (uint32_t)_mm512_cmpeq_epu64_mask(b, least) << 8;
  const uint32_t first = equal & -equal;
  a = _mm512_mask_mov_epi64(a, (__mmask8)first, new);
  b = _mm512_mask_mov_epi64(b, (__mmask8)(first >> 8), new);
  _mm512_storeu_si512(keys, a);
  _mm512_storeu_si512(keys + 8, b);
  return least_avx512(a, b);
}

AVX512 static void sort16_avx512(uint64_t *keys) {
  const __m512i a = _mm512_loadu_si512(keys), b = _mm512_loadu_si512(keys + 8);
  uint64_t old[16];
  _mm512_storeu_si512(old, a);
  _mm512_storeu_si512(old + 8, b);
  for (int i = 0; i < 16; i++) {
    const __m512i key = _mm512_set1_epi64((long long)old[i]);
    const uint32_t above =
        (uint32_t)_mm512_cmpgt_epu64_mask(a, key) | (uint32_t)_mm512_cmpgt_epu64_mask(b, key) << 8;
    const uint32_t equal =
        (uint32_t)_mm512_cmpeq_epu64_mask(a, key) | (uint32_t)_mm512_cmpeq_epu64_mask(b, key) << 8;
    keys[__builtin_popcount(above | (equal & ((1u << i) - 1)))] = old[i];
  }
}
#endif

uint64_t cvector_replace_least(uint64_t *keys, uint64_t key) {
#if HAS_X86
  if (has_avx512()) return replace_least_avx512(keys, key);
#endif
  int place = 0;
  for (int i = 1; i < 16; i++) place = keys[i] < keys[place] ? i : place;
  keys[place] = key;
  uint64_t least = keys[0];
  for (int i = 1; i < 16; i++) least = keys[i] < least ? keys[i] : least;
  return least;
}

void cvector_sort16(uint64_t *keys) {
#if HAS_X86
  if (has_avx512()) {
    sort16_avx512(keys);
    return;
  }
#endif
  uint64_t old[16];
  for (int i = 0; i < 16; i++) old[i] = keys[i];
  for (int i = 0; i < 16; i++) {
    int place = 0;
    for (int j = 0; j < 16; j++) place += old[j] > old[i] || (old[j] == old[i] && j < i);
    keys[place] = old[i];
  }
}
