// Lists of which only the documents are wanted whose bits are set, and lists that become bits.
#include "CVector.h"
#include "Features.h"
#include <string.h>

static inline uint64_t bit_of(const uint64_t *words, uint32_t number) { return words[number >> 6] >> (number & 63) & 1; }

static size_t keep_plain(const uint32_t *docs, size_t from, size_t count, const uint64_t *words, uint32_t mask,
                         uint32_t *kept_docs, uint32_t *places) {
  size_t kept = 0;
  for (size_t i = from; i < count; i++) {
    kept_docs[kept] = docs[i];
    places[kept] = (uint32_t)i;
    kept += bit_of(words, docs[i] & mask);
  }
  return kept;
}

#if HAS_X86
/// Mostly none of sixteen is kept. (A gather takes longer than sixteen loads.)
AVX512 static size_t keep_avx512(const uint32_t *docs, size_t count, const uint64_t *words, uint32_t mask,
                                 uint32_t *kept_docs, uint32_t *places) {
  const __m512i sixteen = _mm512_set1_epi32(16);
  __m512i place = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  size_t kept = 0, i = 0;
  for (; i + 16 <= count; i += 16) {
    uint32_t bits = 0;
    for (int j = 0; j < 16; j++) bits |= (uint32_t)bit_of(words, docs[i + j] & mask) << j;
    const __m512i some = _mm512_loadu_si512(docs + i);
    _mm512_storeu_si512(kept_docs + kept, _mm512_maskz_compress_epi32((__mmask16)bits, some));
    _mm512_storeu_si512(places + kept, _mm512_maskz_compress_epi32((__mmask16)bits, place));
    kept += (size_t)__builtin_popcount(bits);
    place = _mm512_add_epi32(place, sixteen);
  }
  return kept + keep_plain(docs, i, count, words, mask, kept_docs + kept, places + kept);
}
#endif

size_t cvector_keep(const uint32_t *docs, size_t count, const uint64_t *words, uint32_t mask, uint32_t *kept_docs,
                    uint32_t *places) {
#if HAS_X86
  if (has_avx512()) return keep_avx512(docs, count, words, mask, kept_docs, places);
#endif
  return keep_plain(docs, 0, count, words, mask, kept_docs, places);
}

static inline uint64_t row_value(const uint8_t *row, size_t bit, uint64_t mask) {
  uint64_t word;
  memcpy(&word, row + (bit >> 3), 8);
  return word >> (bit & 7) & mask;
}

size_t cvector_keep_gaps(const uint8_t *gaps, uint32_t width, size_t count, uint64_t documents, const uint64_t *words,
                         uint32_t mask, const uint8_t *values, uint32_t value_width, uint64_t *pairs, size_t *kept) {
  const uint64_t gap_mask = ((uint64_t)1 << width) - 1, value_mask = ((uint64_t)1 << value_width) - 1;
  uint64_t next = 0;
  size_t many = 0, i = 0;
  for (size_t bit = 0; i < count; i++, bit += width) {
    const uint64_t doc = next + row_value(gaps, bit, gap_mask);
    if (doc >= documents) break;
    // The place first: values are read of those alone that stay.
    pairs[many] = doc << 32 | i;
    many += bit_of(words, (uint32_t)doc & mask);
    next = doc + 1;
  }
  for (size_t j = 0; j < many; j++) {
    const uint64_t place = pairs[j] & UINT32_MAX;
    const uint64_t value = values ? row_value(values, place * value_width, value_mask) + 1 : 1;
    pairs[j] = (pairs[j] ^ place) | value;
  }
  *kept = many;
  return i;
}

#define RANKS                                                                                                     \
  size_t w = 0;                                                                                                   \
  uint64_t rank = 0;                                                                                              \
  for (size_t i = 0; i < count; i++) {                                                                            \
    for (const size_t word = numbers[i] >> 6; w < word; w++) rank += (uint64_t)__builtin_popcountll(words[w]); \
    const uint64_t below = words[w] & (((uint64_t)1 << (numbers[i] & 63)) - 1);                                  \
    ranks[i] = (uint32_t)(rank + (uint64_t)__builtin_popcountll(below));                                         \
  }

#if HAS_X86
__attribute__((target("popcnt"))) static void ranks_popcnt(const uint64_t *words, const uint32_t *numbers,
                                                           size_t count, uint32_t *ranks) {
  RANKS
}
#endif

void cvector_ranks(const uint64_t *words, const uint32_t *numbers, size_t count, uint32_t *ranks) {
#if HAS_X86
  if (has_avx2()) {
    ranks_popcnt(words, numbers, count, ranks);
    return;
  }
#endif
  RANKS
}

void cvector_set_bits(uint64_t *words, const uint32_t *numbers, size_t count) {
  for (size_t i = 0; i < count; i++) words[numbers[i] >> 6] |= (uint64_t)1 << (numbers[i] & 63);
}

size_t cvector_set_gaps(uint64_t *words, const uint8_t *gaps, uint32_t width, size_t count, uint64_t documents) {
  const uint64_t mask = ((uint64_t)1 << width) - 1;
  uint64_t next = 0;
  size_t i = 0;
  for (size_t bit = 0; i < count; i++, bit += width) {
    const uint64_t doc = next + row_value(gaps, bit, mask);
    if (doc >= documents) break;
    words[doc >> 6] |= (uint64_t)1 << (doc & 63);
    next = doc + 1;
  }
  return i;
}

void cvector_or(uint64_t *words, const uint64_t *other, size_t word_count) {
  for (size_t w = 0; w < word_count; w++) words[w] |= other[w];
}
