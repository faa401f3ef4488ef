// Kernels over rows of integers and bytes: plain C that the compiler turns into vector code, and variants for
// newer processors chosen once at run time.
#include "CVector.h"
#include "Features.h"
#include <string.h>

static inline uint64_t load64(const uint8_t *bytes) {
  uint64_t value;
  memcpy(&value, bytes, 8);
  return value;
}

static void unpack_row_plain(const uint8_t *bytes, uint32_t width, uint32_t *values, size_t count) {
  const uint64_t mask = width == 32 ? 0xffffffffu : (1u << width) - 1;
  for (size_t i = 0, bit = 0; i < count; i++, bit += width)
    values[i] = (uint32_t)((load64(bytes + (bit >> 3)) >> (bit & 7)) & mask);
}

#if HAS_X86
/// Eight integers at a time: their bits stand in `width` whole bytes, spread to one byte each by one instruction.
__attribute__((target("avx2,bmi2"))) static void unpack_row_bmi2(const uint8_t *bytes, uint32_t width,
                                                                 uint32_t *values, size_t count) {
  const uint64_t spread = 0x0101010101010101u * ((1u << width) - 1);
  size_t i = 0;
  for (; i + 8 <= count; i += 8, bytes += width) {
    const __m128i eight = _mm_cvtsi64_si128((long long)_pdep_u64(load64(bytes), spread));
    _mm256_storeu_si256((__m256i *)(values + i), _mm256_cvtepu8_epi32(eight));
  }
  unpack_row_plain(bytes, width, values + i, count - i);
}
#endif

void cvector_unpack_row(const uint8_t *bytes, uint32_t width, uint32_t *values, size_t count) {
  if (width == 0) {
    memset(values, 0, count * sizeof(uint32_t));
    return;
  }
#if HAS_X86
  if (width <= 8 && has_avx2()) {
    unpack_row_bmi2(bytes, width, values, count);
    return;
  }
#endif
  unpack_row_plain(bytes, width, values, count);
}

void cvector_pick_row(const uint8_t *bytes, uint32_t width, const uint32_t *places, size_t count, uint32_t *values) {
  const uint64_t mask = ((uint64_t)1 << width) - 1;
  for (size_t i = 0; i < count; i++) {
    const size_t bit = (size_t)places[i] * width;
    values[i] = (uint32_t)((load64(bytes + (bit >> 3)) >> (bit & 7)) & mask);
  }
}

#define RANKS512                                                                          \
  uint32_t before[8], sum = 0;                                                            \
  for (int w = 0; w < 8; w++) {                                                           \
    before[w] = sum;                                                                      \
    sum += (uint32_t)__builtin_popcountll(words[w]);                                      \
  }                                                                                       \
  for (size_t i = 0; i < count; i++) {                                                    \
    const uint32_t bit = (numbers[i] - first) & 511;                                      \
    const uint64_t lower = words[bit >> 6] & (((uint64_t)1 << (bit & 63)) - 1);           \
    ranks[i] = before[bit >> 6] + (uint32_t)__builtin_popcountll(lower);                  \
  }

static void ranks512_plain(const uint64_t *words, uint32_t first, const uint32_t *numbers, size_t count,
                           uint32_t *ranks) {
  RANKS512
}

#if HAS_X86
__attribute__((target("popcnt,bmi,bmi2"))) static void ranks512_popcnt(const uint64_t *words, uint32_t first,
                                                                        const uint32_t *numbers, size_t count,
                                                                        uint32_t *ranks) {
  RANKS512
}
#endif

void cvector_ranks512(const uint64_t *words, uint32_t first, const uint32_t *numbers, size_t count, uint32_t *ranks) {
#if HAS_X86
  if (has_avx2()) {
    ranks512_popcnt(words, first, numbers, count, ranks);
    return;
  }
#endif
  ranks512_plain(words, first, numbers, count, ranks);
}

#if HAS_X86
__attribute__((target("avx512f"))) static size_t scores_at_least_avx512(const float *scores, size_t count, float least,
                                                                         uint32_t base, uint32_t *numbers) {
  const __m512 bound = _mm512_set1_ps(least);
  const __m512i places = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  size_t found = 0;
  for (size_t i = 0; i < count; i += 16) {
    const __mmask16 mask = _mm512_cmp_ps_mask(_mm512_loadu_ps(scores + i), bound, _CMP_GE_OQ);
    if (mask == 0) continue;
    const __m512i here = _mm512_add_epi32(places, _mm512_set1_epi32((int)(base + (uint32_t)i)));
    _mm512_storeu_si512(numbers + found, _mm512_maskz_compress_epi32(mask, here));
    found += (size_t)__builtin_popcount(mask);
  }
  return found;
}
#endif

size_t cvector_scores_at_least(const float *scores, size_t count, float least, uint32_t base, uint32_t *numbers) {
#if HAS_X86
  if (has_avx512()) return scores_at_least_avx512(scores, count, least, base, numbers);
#endif
  size_t found = 0;
  for (size_t i = 0; i < count; i++) {
    numbers[found] = base + (uint32_t)i;
    found += scores[i] >= least;
  }
  return found;
}

#if HAS_X86
AVX512 static size_t count_equal_avx512(const uint32_t *values, size_t count, uint32_t value) {
  const __m512i wanted = _mm512_set1_epi32((int)value);
  size_t found = 0;
  for (size_t i = 0; i < count; i += 16) {
    const __mmask16 here = count - i >= 16 ? 0xffff : (__mmask16)((1u << (count - i)) - 1);
    const __m512i some = _mm512_maskz_loadu_epi32(here, values + i);
    found += (size_t)__builtin_popcount(_mm512_mask_cmpeq_epu32_mask(here, some, wanted));
  }
  return found;
}
#endif

size_t cvector_count_equal(const uint32_t *values, size_t count, uint32_t value) {
#if HAS_X86
  if (has_avx512()) return count_equal_avx512(values, count, value);
#endif
  uint32_t found = 0;
  for (size_t i = 0; i < count; i++) found += values[i] == value;
  return found;
}

uint8_t cvector_max(const uint8_t *bytes, size_t count) {
  uint8_t greatest = 0;
  for (size_t i = 0; i < count; i++) greatest = bytes[i] > greatest ? bytes[i] : greatest;
  return greatest;
}
