// Kernels over rows of integers, bitmaps and bytes: plain C that the compiler turns into vector code, and variants for
// newer processors chosen once at run time.
#include "CVector.h"
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define HAS_X86 1
#else
#define HAS_X86 0
#endif

uint32_t cvector_rank128(const uint32_t *values, uint32_t target) {
  typedef int32_t i32x4 __attribute__((vector_size(16)));
  typedef int32_t i32x4_unaligned __attribute__((vector_size(16), aligned(1)));
  const int32_t t = (int32_t)target;
  const i32x4 wanted = {t, t, t, t};
  i32x4 less0 = {0, 0, 0, 0}, less1 = less0;
  for (int i = 0; i < 128; i += 8) {
    less0 += *(const i32x4_unaligned *)(values + i) < wanted;
    less1 += *(const i32x4_unaligned *)(values + i + 4) < wanted;
  }
  less0 += less1;
  return (uint32_t)-(less0[0] + less0[1] + less0[2] + less0[3]);
}

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

static int has_avx2(void) {
  static int known = -1;
  if (known < 0) known = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
  return known;
}

static int has_avx512(void) {
  static int known = -1;
  if (known < 0)
    known = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
            __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi2");
  return known;
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
/// Sixteen numbers at a time, those whose bit is set moved to the front by one instruction.
__attribute__((target("avx512f,popcnt"))) static size_t bits_avx512(const uint64_t *words, size_t word_count,
                                                                    uint32_t base, uint32_t *numbers) {
  const __m512i steps = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  size_t count = 0;
  for (size_t w = 0; w < word_count; w++, base += 64) {
    uint64_t word;
    memcpy(&word, words + w, 8);
    for (uint32_t first = base; word; word >>= 16, first += 16) {
      const __mmask16 mask = (__mmask16)word;
      const __m512i here = _mm512_add_epi32(steps, _mm512_set1_epi32((int)first));
      _mm512_storeu_si512(numbers + count, _mm512_maskz_compress_epi32(mask, here));
      count += (size_t)__builtin_popcount(mask);
    }
  }
  return count;
}
#endif

size_t cvector_bits(const uint64_t *words, size_t word_count, uint32_t base, uint32_t *numbers) {
#if HAS_X86
  if (has_avx512()) return bits_avx512(words, word_count, base, numbers);
#endif
  size_t count = 0;
  for (size_t w = 0; w < word_count; w++, base += 64) {
    uint64_t word;
    memcpy(&word, words + w, 8);
    while (word) {
      numbers[count++] = base + (uint32_t)__builtin_ctzll(word);
      word &= word - 1;
    }
  }
  return count;
}

size_t cvector_filter_bits(uint32_t *docs, uint32_t *slots, size_t count, const uint64_t *words, uint32_t wanted) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    const uint32_t doc = docs[i], slot = slots[i];
    uint64_t word;
    memcpy(&word, words + (doc >> 6), 8);
    docs[kept] = doc;
    slots[kept] = slot;
    kept += ((word >> (doc & 63)) & 1) == wanted;
  }
  return kept;
}

static void score_plain(const uint32_t *docs, const uint32_t *frequencies, size_t count, const uint8_t *lengths,
                        const float *norms, float weight, float *sums) {
  for (size_t i = 0; i < count; i++) {
    const float tf = (float)(int32_t)frequencies[i];
    sums[i] += weight * (tf / (tf + norms[lengths[docs[i]]]));
  }
}

void cvector_score(const uint32_t *docs, const uint32_t *frequencies, size_t count, const uint8_t *lengths,
                   const float *norms, float weight, float *sums) {
  score_plain(docs, frequencies, count, lengths, norms, weight, sums);
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
__attribute__((target("avx512f,avx512bw"))) static size_t find_at_least_avx512(const uint8_t *bytes, size_t from,
                                                                                size_t count, uint8_t least) {
  const __m512i bound = _mm512_set1_epi8((char)least);
  for (size_t i = from; i < count; i += 64) {
    const uint64_t mask = _mm512_cmpge_epu8_mask(_mm512_loadu_si512(bytes + i), bound);
    if (mask) {
      const size_t at = i + (size_t)__builtin_ctzll(mask);
      return at < count ? at : count;
    }
  }
  return count;
}
#endif

size_t cvector_find_at_least(const uint8_t *bytes, size_t from, size_t count, uint8_t least) {
#if HAS_X86
  if (has_avx512()) return find_at_least_avx512(bytes, from, count, least);
#endif
  for (size_t i = from; i < count; i++)
    if (bytes[i] >= least) return i;
  return count;
}

uint8_t cvector_max(const uint8_t *bytes, size_t count) {
  uint8_t greatest = 0;
  for (size_t i = 0; i < count; i++) greatest = bytes[i] > greatest ? bytes[i] : greatest;
  return greatest;
}
