// Kernels over bounds on scores, by words of 64 documents: plain C, and variants for newer processors chosen once at run
// time.
#include "CVector.h"
#include "Features.h"
#include <string.h>

// Bounds hold only when they are rounded as the scores are.
#pragma STDC FP_CONTRACT OFF

#if HAS_X86
/// The first `count` of sixteen, at most all.
static inline __attribute__((always_inline)) uint32_t first_lanes(size_t count) {
  return count >= 16 ? 0xffff : (1u << count) - 1;
}
#endif

#if HAS_X86
AVX512 static float greatest_avx512(const float *values, size_t count) {
  __m512 greatest = _mm512_setzero_ps();
  for (size_t i = 0; i < count; i += 16)
    greatest = _mm512_max_ps(greatest, _mm512_maskz_loadu_ps((__mmask16)first_lanes(count - i), values + i));
  return _mm512_reduce_max_ps(greatest);
}
#endif

float cvector_greatest(const float *values, size_t count) {
#if HAS_X86
  if (has_avx512()) return greatest_avx512(values, count);
#endif
  float greatest = 0;
  for (size_t i = 0; i < count; i++) greatest = values[i] > greatest ? values[i] : greatest;
  return greatest;
}

#if HAS_X86
AVX512 static void add_bounds_avx512(const uint8_t *codes, size_t count, const float *table,
                                                                  float weight, const float *in, float *out) {
  const __m512 weights = _mm512_set1_ps(weight);
  size_t i = 0;
  for (; i + 16 <= count; i += 16) {
    const __m512i sixteen = _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)(codes + i)));
    const __m512 bound = _mm512_mul_ps(weights, _mm512_i32gather_ps(sixteen, table, 4));
    _mm512_storeu_ps(out + i, in ? _mm512_add_ps(_mm512_loadu_ps(in + i), bound) : bound);
  }
  for (; i < count; i++) out[i] = (in ? in[i] : 0) + weight * table[codes[i]];
}
#endif

void cvector_add_bounds(const uint8_t *codes, size_t count, const float *table, float weight, const float *in,
                        float *out) {
#if HAS_X86
  if (has_avx512()) {
    add_bounds_avx512(codes, count, table, weight, in, out);
    return;
  }
#endif
  for (size_t i = 0; i < count; i++) out[i] = (in ? in[i] : 0) + weight * table[codes[i]];
}

int cvector_add_block_bounds(const uint32_t *lasts, const uint8_t *codes, size_t blocks, uint32_t documents,
                             const float *table, float weight, const float *in, float *out) {
  const size_t words = ((size_t)documents + 63) / 64;
  if (in)
    memcpy(out, in, words * sizeof(float));
  else
    memset(out, 0, words * sizeof(float));
  uint32_t first = 0;
  // The word that the block before ended in, and the greatest bound of it so far.
  size_t shared = SIZE_MAX;
  float greatest = 0;
  for (size_t block = 0; block < blocks; block++) {
    const uint32_t last = lasts[block];
    if (last >= documents || last < first) return 0;
    const float bound = weight * table[codes[block]];
    size_t from = first >> 6;
    const size_t to = last >> 6;
    first = last + 1;
    if (from == shared) {
      if (bound > greatest) {
        greatest = bound;
        out[from] = (in ? in[from] : 0) + bound;
      }
      if (to == from) continue;
      from++;
    }
    for (size_t word = from; word <= to; word++) out[word] += bound;
    shared = to;
    greatest = bound;
  }
  return 1;
}

#if HAS_X86
AVX512 static size_t hopeful_avx512(const uint32_t *docs, const float *scores, size_t count,
                                                                 const float *row, float more, float least,
                                                                 uint32_t *places) {
  const __m512i ascending = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const __m512 bound = _mm512_set1_ps(least);
  __m512 rest = _mm512_set1_ps(more);
  size_t found = 0;
  for (size_t i = 0; i < count; i += 16) {
    const __mmask16 live = (__mmask16)first_lanes(count - i);
    if (row) {
      const __m512i words = _mm512_srli_epi32(_mm512_maskz_loadu_epi32(live, docs + i), 6);
      rest = _mm512_i32gather_ps(words, row, 4);
    }
    const __m512 sum = _mm512_add_ps(_mm512_maskz_loadu_ps(live, scores + i), rest);
    const __mmask16 hopeful = _mm512_mask_cmp_ps_mask(live, sum, bound, _CMP_GE_OQ);
    if (hopeful == 0) continue;
    const __m512i here = _mm512_add_epi32(ascending, _mm512_set1_epi32((int)i));
    _mm512_storeu_si512(places + found, _mm512_maskz_compress_epi32(hopeful, here));
    found += (size_t)__builtin_popcount(hopeful);
  }
  return found;
}
#endif

size_t cvector_hopeful(const uint32_t *docs, const float *scores, size_t count, const float *row, float more,
                       float least, uint32_t *places) {
#if HAS_X86
  if (has_avx512()) return hopeful_avx512(docs, scores, count, row, more, least, places);
#endif
  size_t found = 0;
  for (size_t i = 0; i < count; i++) {
    places[found] = (uint32_t)i;
    found += scores[i] + (row ? row[docs[i] >> 6] : more) >= least;
  }
  return found;
}

#if HAS_X86
AVX512 static size_t count_at_least_avx512(const float *values, size_t count, float least) {
  const __m512 bound = _mm512_set1_ps(least);
  size_t found = 0;
  for (size_t i = 0; i < count; i += 16) {
    const __mmask16 live = (__mmask16)first_lanes(count - i);
    const __m512 sixteen = _mm512_maskz_loadu_ps(live, values + i);
    found += (size_t)__builtin_popcount(_mm512_mask_cmp_ps_mask(live, sixteen, bound, _CMP_GE_OQ));
  }
  return found;
}
#endif

static size_t count_at_least(const float *values, size_t count, float least) {
#if HAS_X86
  if (has_avx512()) return count_at_least_avx512(values, count, least);
#endif
  size_t found = 0;
  for (size_t i = 0; i < count; i++) found += values[i] >= least;
  return found;
}

float cvector_reached_by(const float *values, size_t count, size_t wanted) {
  float low = 0, high = cvector_greatest(values, count);
  for (int step = 0; step < 12; step++) {
    const float middle = low + (high - low) / 2;
    const size_t found = count_at_least(values, count, middle);
    if (found < wanted) {
      high = middle;
    } else {
      low = middle;
      if (found < wanted + wanted / 4) break;
    }
  }
  return low;
}
