// Rows over all documents of a segment, a byte or a bit for each: lists are added to them, and they are intersected.
#include "CVector.h"
#include "Features.h"
#include <string.h>

static size_t add_byte(uint8_t *byte, uint32_t value, uint32_t doc, uint64_t *carries) {
  uint32_t sum = *byte + value;
  size_t carried = 0;
  if (__builtin_expect(sum > 255, 0)) {
    // What stays is 1 to 255, so that the byte still says that there is something.
    const uint32_t carry = (sum - 1) / 255 * 255;
    carries[carried++] = (uint64_t)doc << 32 | carry;
    sum -= carry;
  }
  *byte = (uint8_t)sum;
  return carried;
}

size_t cvector_add_bytes(uint8_t *bytes, const uint32_t *docs, const uint32_t *values, size_t count,
                         uint64_t *carries) {
  size_t carried = 0;
  for (size_t i = 0; i < count; i++) carried += add_byte(bytes + docs[i], values[i], docs[i], carries + carried);
  return carried;
}

size_t cvector_add_pairs(uint8_t *bytes, const uint64_t *pairs, size_t count, uint64_t *carries) {
  size_t carried = 0;
  for (size_t i = 0; i < count; i++) {
    const uint32_t doc = (uint32_t)(pairs[i] >> 32);
    carried += add_byte(bytes + doc, (uint32_t)pairs[i], doc, carries + carried);
  }
  return carried;
}

static inline uint64_t row_value(const uint8_t *row, size_t bit, uint64_t mask) {
  uint64_t word;
  memcpy(&word, row + (bit >> 3), 8);
  return word >> (bit & 7) & mask;
}

size_t cvector_add_gaps(uint8_t *bytes, const uint8_t *gaps, uint32_t width, size_t count, uint64_t documents,
                        const uint8_t *values, uint32_t value_width, uint64_t *carries, size_t *carried) {
  const uint64_t mask = ((uint64_t)1 << width) - 1, value_mask = ((uint64_t)1 << value_width) - 1;
  uint64_t next = 0;
  size_t many = 0, i = 0;
  for (size_t bit = 0, value_bit = 0; i < count; i++, bit += width, value_bit += value_width) {
    const uint64_t doc = next + row_value(gaps, bit, mask);
    if (doc >= documents) break;
    const uint64_t value = values ? row_value(values, value_bit, value_mask) + 1 : 1;
    many += add_byte(bytes + doc, (uint32_t)value, (uint32_t)doc, carries + many);
    next = doc + 1;
  }
  *carried = many;
  return i;
}

size_t cvector_mark_gaps(uint8_t *bytes, const uint8_t *gaps, uint32_t width, size_t count, uint64_t documents) {
  const uint64_t mask = ((uint64_t)1 << width) - 1;
  uint64_t next = 0;
  size_t i = 0;
  for (size_t bit = 0; i < count; i++, bit += width) {
    const uint64_t doc = next + row_value(gaps, bit, mask);
    if (doc >= documents) break;
    bytes[doc] = 1;
    next = doc + 1;
  }
  return i;
}

static size_t add_word(uint8_t *bytes, uint64_t word, uint32_t base, const uint32_t *values, uint64_t *carries) {
  size_t carried = 0;
  for (; word; word &= word - 1) {
    const uint32_t bit = (uint32_t)__builtin_ctzll(word);
    carried += add_byte(bytes + bit, *values++, base + bit, carries + carried);
  }
  return carried;
}

#if HAS_X86
/// Sixty-four documents at a time: the values as bytes, spread to the places of the set bits, and added.
AVX512 static size_t add_dense_bytes_avx512(
    uint8_t *bytes, const uint64_t *words, size_t word_count, uint32_t base, const uint32_t *values,
    uint64_t *carries) {
  size_t carried = 0;
  for (size_t w = 0; w < word_count; w++, bytes += 64, base += 64) {
    const uint64_t word = words[w];
    const size_t count = (size_t)__builtin_popcountll(word);
    __m512i narrow = _mm512_castsi128_si512(_mm512_cvtusepi32_epi8(_mm512_loadu_si512(values)));
    narrow = _mm512_inserti32x4(narrow, _mm512_cvtusepi32_epi8(_mm512_loadu_si512(values + 16)), 1);
    narrow = _mm512_inserti32x4(narrow, _mm512_cvtusepi32_epi8(_mm512_loadu_si512(values + 32)), 2);
    narrow = _mm512_inserti32x4(narrow, _mm512_cvtusepi32_epi8(_mm512_loadu_si512(values + 48)), 3);
    const __m512i row = _mm512_loadu_si512(bytes);
    const __m512i sum = _mm512_adds_epu8(row, _mm512_maskz_expand_epi8(word, narrow));
    // A byte that is full may have lost something.
    if (__builtin_expect(_mm512_cmpeq_epu8_mask(sum, _mm512_set1_epi8(-1)) != 0, 0))
      carried += add_word(bytes, word, base, values, carries + carried);
    else
      _mm512_storeu_si512(bytes, sum);
    values += count;
  }
  return carried;
}
#endif

size_t cvector_add_dense_bytes(uint8_t *bytes, const uint64_t *words, size_t word_count, uint32_t base,
                               const uint32_t *values, uint64_t *carries) {
#if HAS_X86
  if (has_avx512()) return add_dense_bytes_avx512(bytes, words, word_count, base, values, carries);
#endif
  size_t carried = 0;
  for (size_t w = 0; w < word_count; w++, bytes += 64, base += 64) {
    carried += add_word(bytes, words[w], base, values, carries + carried);
    values += __builtin_popcountll(words[w]);
  }
  return carried;
}

void cvector_mark_bytes(uint8_t *bytes, const uint32_t *docs, size_t count) {
  for (size_t i = 0; i < count; i++) bytes[docs[i]] = 1;
}

#if HAS_X86
AVX512 static void mark_dense_bytes_avx512(uint8_t *bytes, const uint64_t *words,
                                                                                size_t word_count) {
  for (size_t w = 0; w < word_count; w++)
    _mm512_mask_storeu_epi8(bytes + 64 * w, words[w], _mm512_set1_epi8(1));
}
#endif

void cvector_mark_dense_bytes(uint8_t *bytes, const uint64_t *words, size_t word_count) {
#if HAS_X86
  if (has_avx512()) {
    mark_dense_bytes_avx512(bytes, words, word_count);
    return;
  }
#endif
  for (size_t w = 0; w < word_count; w++, bytes += 64)
    for (uint64_t word = words[w]; word; word &= word - 1) bytes[__builtin_ctzll(word)] = 1;
}

size_t cvector_filter_bytes(uint32_t *docs, uint32_t *slots, size_t count, const uint8_t *bytes) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    const uint32_t doc = docs[i], slot = slots[i];
    docs[kept] = doc;
    slots[kept] = slot;
    kept += bytes[doc] != 0;
  }
  return kept;
}

void cvector_take_bytes(const uint32_t *docs, size_t count, const uint8_t *bytes, uint32_t *values) {
  for (size_t i = 0; i < count; i++) values[i] = bytes[docs[i]];
}

// Of few ordinals the same one comes again and again, and an addition waits for the one before: four rows of counts in
// turn.
enum { TALLY_ROW = 64 };

static int tally_few(const uint8_t *bytes, uint32_t width, const uint32_t *places, size_t count, uint32_t raised,
                     uint64_t base, uint64_t limit, uint32_t *counts) {
  const uint64_t mask = ((uint64_t)1 << width) - 1;
  uint32_t rows[4][TALLY_ROW + 1] = {{0}};
  for (size_t i = 0; i < count; i++) {
    const size_t bit = (size_t)places[i] * width;
    uint64_t word;
    memcpy(&word, bytes + (bit >> 3), 8);
    const uint64_t raw = word >> (bit & 7) & mask;
    // A document without a value counts behind the others.
    const uint64_t ordinal = raw - raised + base;
    const int none = raw < raised;
    if (ordinal >= limit && !none) return 0;
    rows[i & 3][none ? TALLY_ROW : ordinal]++;
  }
  for (size_t i = 0; i < limit; i++) counts[i] += rows[0][i] + rows[1][i] + rows[2][i] + rows[3][i];
  return 1;
}

int cvector_tally(const uint8_t *bytes, uint32_t width, const uint32_t *places, size_t count, uint32_t raised,
                  uint64_t base, uint64_t limit, uint32_t *counts) {
  if (limit <= TALLY_ROW && count >= TALLY_ROW) {
    return tally_few(bytes, width, places, count, raised, base, limit, counts);
  }
  const uint64_t mask = ((uint64_t)1 << width) - 1;
  uint64_t wild = 0;
  for (size_t i = 0; i < count; i++) {
    const size_t bit = (size_t)places[i] * width;
    uint64_t word;
    memcpy(&word, bytes + (bit >> 3), 8);
    const uint64_t raw = word >> (bit & 7) & mask;
    const uint64_t some = raw >= raised;
    const uint64_t ordinal = raw - raised + base;
    // None, or wild: adds nothing, to the first.
    const uint64_t counted = some & (ordinal < limit);
    wild |= some ^ counted;
    counts[counted ? ordinal : 0] += (uint32_t)counted;
  }
  return wild == 0;
}

size_t cvector_count_bytes(const uint32_t *docs, size_t count, const uint8_t *bytes) {
  size_t found = 0;
  for (size_t i = 0; i < count; i++) found += bytes[docs[i]] != 0;
  return found;
}

size_t cvector_count_bits(const uint32_t *docs, size_t count, const uint64_t *words) {
  size_t found = 0;
  for (size_t i = 0; i < count; i++) found += words[docs[i] >> 6] >> (docs[i] & 63) & 1;
  return found;
}

#if HAS_X86
AVX512 static void nonzero_words_avx512(const uint8_t *bytes, size_t word_count,
                                                                             uint64_t *words) {
  for (size_t w = 0; w < word_count; w++) {
    const __m512i row = _mm512_loadu_si512(bytes + 64 * w);
    words[w] = _mm512_test_epi8_mask(row, row);
  }
}
#endif

void cvector_nonzero_words(const uint8_t *bytes, size_t word_count, uint64_t *words) {
#if HAS_X86
  if (has_avx512()) {
    nonzero_words_avx512(bytes, word_count, words);
    return;
  }
#endif
  for (size_t w = 0; w < word_count; w++, bytes += 64) {
    uint64_t word = 0;
    for (int i = 0; i < 64; i++) word |= (uint64_t)(bytes[i] != 0) << i;
    words[w] = word;
  }
}

void cvector_and(uint64_t *words, const uint64_t *other, size_t word_count) {
  for (size_t w = 0; w < word_count; w++) words[w] &= other[w];
}

void cvector_and_not(uint64_t *words, const uint64_t *other, size_t word_count) {
  for (size_t w = 0; w < word_count; w++) words[w] &= ~other[w];
}

#if HAS_X86
static int has_vector_popcount(void) {
  static int known = -1;
  if (known < 0) known = has_avx512() && __builtin_cpu_supports("avx512vpopcntdq");
  return known;
}

__attribute__((target("avx512f,avx512vpopcntdq,popcnt"))) static size_t count_and_avx512(const uint64_t *left,
                                                                                  const uint64_t *right,
                                                                                  size_t word_count) {
  __m512i sum = _mm512_setzero_si512();
  size_t w = 0;
  for (; w + 8 <= word_count; w += 8)
    sum = _mm512_add_epi64(
        sum, _mm512_popcnt_epi64(_mm512_and_si512(_mm512_loadu_si512(left + w), _mm512_loadu_si512(right + w))));
  size_t count = (size_t)_mm512_reduce_add_epi64(sum);
  for (; w < word_count; w++) count += (size_t)__builtin_popcountll(left[w] & right[w]);
  return count;
}
#endif

#define COUNT_AND                                                                                              \
  size_t count = 0;                                                                                           \
  for (size_t w = 0; w < word_count; w++) count += (size_t)__builtin_popcountll(left[w] & right[w]); \
  return count;

#if HAS_X86
__attribute__((target("popcnt"))) static size_t count_and_popcnt(const uint64_t *left, const uint64_t *right,
                                                                 size_t word_count) {
  COUNT_AND
}
#endif

size_t cvector_count_and(const uint64_t *left, const uint64_t *right, size_t word_count) {
#if HAS_X86
  // A page is counted before a vector of counts is summed up.
  if (word_count > 8 && has_vector_popcount()) return count_and_avx512(left, right, word_count);
  if (has_avx2()) return count_and_popcnt(left, right, word_count);
#endif
  COUNT_AND
}

size_t cvector_bit_count(const uint64_t *words, size_t word_count) {
  return cvector_count_and(words, words, word_count);
}

static size_t drain(uint32_t *values, size_t from, size_t count, uint32_t *places, uint32_t *found) {
  size_t kept = 0;
  for (size_t i = from; i < count; i++) {
    places[kept] = (uint32_t)i;
    found[kept] = values[i];
    kept += values[i] != 0;
    values[i] = 0;
  }
  return kept;
}

#if HAS_X86
AVX512 static size_t drain_avx512(uint32_t *values, size_t count, uint32_t *places, uint32_t *found) {
  const __m512i sixteen = _mm512_set1_epi32(16);
  __m512i place = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  size_t kept = 0, i = 0;
  for (; i + 16 <= count; i += 16) {
    const __m512i some = _mm512_loadu_si512(values + i);
    const __mmask16 mask = _mm512_test_epi32_mask(some, some);
    if (mask) {
      // In a register first: to memory, the processor does it word by word.
      _mm512_storeu_si512(places + kept, _mm512_maskz_compress_epi32(mask, place));
      _mm512_storeu_si512(found + kept, _mm512_maskz_compress_epi32(mask, some));
      _mm512_storeu_si512(values + i, _mm512_setzero_si512());
      kept += (size_t)__builtin_popcount(mask);
    }
    place = _mm512_add_epi32(place, sixteen);
  }
  return kept + drain(values, i, count, places + kept, found + kept);
}
#endif

size_t cvector_drain(uint32_t *values, size_t count, uint32_t *places, uint32_t *found) {
#if HAS_X86
  if (has_avx512()) return drain_avx512(values, count, places, found);
#endif
  return drain(values, 0, count, places, found);
}

#if HAS_X86
AVX512 static size_t find_above_avx512(const uint32_t *values, size_t from, size_t count,
                                                                   uint32_t floor) {
  const __m512i bound = _mm512_set1_epi32((int)floor);
  for (size_t i = from; i < count; i += 16) {
    const __mmask16 mask = _mm512_cmpgt_epu32_mask(_mm512_loadu_si512(values + i), bound);
    if (mask) {
      const size_t at = i + (size_t)__builtin_ctz(mask);
      return at < count ? at : count;
    }
  }
  return count;
}
#endif

size_t cvector_find_above(const uint32_t *values, size_t from, size_t count, uint32_t floor) {
#if HAS_X86
  if (has_avx512()) return find_above_avx512(values, from, count, floor);
#endif
  for (size_t i = from; i < count; i++)
    if (values[i] > floor) return i;
  return count;
}
