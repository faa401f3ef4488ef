// Kernels over rows of document numbers, and bitmaps of them.
#include "CVector.h"
#include "Features.h"
#include <string.h>

// Sums are rounded after each operation, as everywhere else, so that a score does not depend on how it came about.
#pragma STDC FP_CONTRACT OFF

// MARK: Places in a block

uint32_t cvector_rank128(const uint32_t *values, uint32_t target) {
  uint32_t low = 0;
  for (uint32_t half = 64; half > 0; half >>= 1) low += values[low + half - 1] < target ? half : 0;
  return low + (values[low] < target);
}

#if HAS_X86
/// Two comparisons a document: with the last of each sixteen, and with the sixteen that these leave.
AVX512 static cvector_found find128_avx512(const uint32_t *values, uint32_t last, uint32_t first,
                                           const uint32_t *docs, const uint32_t *slots, size_t count,
                                           uint32_t *places, uint32_t *kept_docs, uint32_t *kept_slots) {
  const __m256i ends = _mm256_i32gather_epi32((const int *)values, _mm256_setr_epi32(15, 31, 47, 63, 79, 95, 111, 127), 4);
  cvector_found found = {0, 0};
  while (found.seen < count && docs[found.seen] <= last) {
    const uint32_t doc = docs[found.seen], slot = slots[found.seen];
    const uint32_t group = (uint32_t)__builtin_popcount(_mm256_cmplt_epu32_mask(ends, _mm256_set1_epi32((int)doc))) & 7;
    const __m512i sixteen = _mm512_loadu_si512(values + 16 * group);
    const __m512i wanted = _mm512_set1_epi32((int)doc);
    const uint32_t before = (uint32_t)__builtin_popcount(_mm512_cmplt_epu32_mask(sixteen, wanted));
    places[slot] = first + 16 * group + before;
    kept_docs[found.kept] = doc;
    kept_slots[found.kept] = slot;
    found.kept += _mm512_cmpeq_epu32_mask(sixteen, wanted) != 0;
    found.seen++;
  }
  return found;
}
#endif

cvector_found cvector_find128(const uint32_t *values, uint32_t last, uint32_t first, const uint32_t *docs,
                              const uint32_t *slots, size_t count, uint32_t *places, uint32_t *kept_docs,
                              uint32_t *kept_slots) {
#if HAS_X86
  if (has_avx512())
    return find128_avx512(values, last, first, docs, slots, count, places, kept_docs, kept_slots);
#endif
  cvector_found found = {0, 0};
  while (found.seen < count && docs[found.seen] <= last) {
    const uint32_t doc = docs[found.seen], slot = slots[found.seen];
    const uint32_t rank = cvector_rank128(values, doc) & 127;
    places[slot] = first + rank;
    kept_docs[found.kept] = doc;
    kept_slots[found.kept] = slot;
    found.kept += values[rank] == doc;
    found.seen++;
  }
  return found;
}

// MARK: Bitmaps

static size_t bits_plain(const uint64_t *words, size_t word_count, uint32_t base, uint32_t *numbers) {
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

#if HAS_X86
/// A word's places as bytes by one instruction, then sixteen of them at a time as integers.
AVX512 static size_t bits_avx512(const uint64_t *words, size_t word_count, uint32_t base, uint32_t *numbers) {
  static const uint8_t places[64] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                     22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
                                     44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
  const __m512i all = _mm512_loadu_si512(places);
  size_t count = 0;
  for (size_t w = 0; w < word_count; w++, base += 64) {
    uint64_t word;
    memcpy(&word, words + w, 8);
    if (word == 0) continue;
    const __m512i here = _mm512_maskz_compress_epi8(word, all), first = _mm512_set1_epi32((int)base);
    const size_t set = (size_t)__builtin_popcountll(word);
    uint32_t *out = numbers + count;
    _mm512_storeu_si512(out, _mm512_add_epi32(first, _mm512_cvtepu8_epi32(_mm512_castsi512_si128(here))));
    if (set > 16)
      _mm512_storeu_si512(out + 16, _mm512_add_epi32(first, _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(here, 1))));
    if (set > 32)
      _mm512_storeu_si512(out + 32, _mm512_add_epi32(first, _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(here, 2))));
    if (set > 48)
      _mm512_storeu_si512(out + 48, _mm512_add_epi32(first, _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(here, 3))));
    count += set;
  }
  return count;
}
#endif

size_t cvector_bits(const uint64_t *words, size_t word_count, uint32_t base, uint32_t *numbers) {
#if HAS_X86
  if (has_avx512()) return bits_avx512(words, word_count, base, numbers);
#endif
  return bits_plain(words, word_count, base, numbers);
}

static size_t filter_bits_plain(const uint32_t *docs, const uint32_t *slots, size_t count, const uint64_t *words,
                                uint32_t wanted, uint32_t *kept_docs, uint32_t *kept_slots) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    const uint32_t doc = docs[i], slot = slots[i];
    uint64_t word;
    memcpy(&word, words + (doc >> 6), 8);
    kept_docs[kept] = doc;
    kept_slots[kept] = slot;
    kept += ((word >> (doc & 63)) & 1) == wanted;
  }
  return kept;
}

#if HAS_X86
/// The bits of sixteen documents make a mask. (A gather takes longer than sixteen loads.)
AVX512 static size_t filter_bits_avx512(uint32_t *docs, uint32_t *slots, size_t count, const uint64_t *words,
                                        uint32_t wanted) {
  const uint32_t flip = wanted ? 0 : 0xffff;
  size_t kept = 0, i = 0;
  for (; i + 16 <= count; i += 16) {
    uint32_t mask = 0;
    for (int j = 0; j < 16; j++) {
      const uint32_t doc = docs[i + j];
      uint64_t word;
      memcpy(&word, words + (doc >> 6), 8);
      mask |= (uint32_t)((word >> (doc & 63)) & 1) << j;
    }
    const __mmask16 keep = (__mmask16)(mask ^ flip);
    const __m512i d = _mm512_loadu_si512(docs + i), s = _mm512_loadu_si512(slots + i);
    _mm512_storeu_si512(docs + kept, _mm512_maskz_compress_epi32(keep, d));
    _mm512_storeu_si512(slots + kept, _mm512_maskz_compress_epi32(keep, s));
    kept += (size_t)__builtin_popcount(keep);
  }
  return kept + filter_bits_plain(docs + i, slots + i, count - i, words, wanted, docs + kept, slots + kept);
}
#endif

size_t cvector_filter_bits(uint32_t *docs, uint32_t *slots, size_t count, const uint64_t *words, uint32_t wanted) {
#if HAS_X86
  if (has_avx512()) return filter_bits_avx512(docs, slots, count, words, wanted);
#endif
  return filter_bits_plain(docs, slots, count, words, wanted, docs, slots);
}

// MARK: Scores

static void score_plain(const uint32_t *docs, const uint32_t *frequencies, size_t count, const uint8_t *lengths,
                        const float *norms, float weight, float *sums) {
  for (size_t i = 0; i < count; i++) {
    const float tf = (float)(int32_t)frequencies[i];
    sums[i] += weight * (tf / (tf + norms[lengths[docs[i]]]));
  }
}

#if HAS_X86
/// Sixteen divisions at once. (Gathers of lengths and norms take longer than single loads.)
AVX512 static void score_avx512(const uint32_t *docs, const uint32_t *frequencies, size_t count,
                                const uint8_t *lengths, const float *norms, float weight, float *sums) {
  const __m512 weights = _mm512_set1_ps(weight);
  size_t i = 0;
  for (; i + 16 <= count; i += 16) {
    float norm[16] __attribute__((aligned(64)));
    for (int j = 0; j < 16; j++) norm[j] = norms[lengths[docs[i + j]]];
    const __m512 tf = _mm512_cvtepi32_ps(_mm512_loadu_si512(frequencies + i));
    const __m512 impact = _mm512_div_ps(tf, _mm512_add_ps(tf, _mm512_load_ps(norm)));
    _mm512_storeu_ps(sums + i, _mm512_add_ps(_mm512_loadu_ps(sums + i), _mm512_mul_ps(weights, impact)));
  }
  score_plain(docs + i, frequencies + i, count - i, lengths, norms, weight, sums + i);
}
#endif

void cvector_score(const uint32_t *docs, const uint32_t *frequencies, size_t count, const uint8_t *lengths,
                   const float *norms, float weight, float *sums) {
#if HAS_X86
  if (count >= 16 && has_avx512()) {
    score_avx512(docs, frequencies, count, lengths, norms, weight, sums);
    return;
  }
#endif
  score_plain(docs, frequencies, count, lengths, norms, weight, sums);
}
