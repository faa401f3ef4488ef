#include "CSimdJSON.h"
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/// Bit i says whether byte i of the 64 at `block`, or-ed with `fold`, is `byte`.
static inline uint64_t equal_mask(const uint8_t *block, uint8_t fold, uint8_t byte) {
  uint64_t mask = 0;
#ifdef __SSE2__
  const __m128i folds = _mm_set1_epi8((char)fold), bytes = _mm_set1_epi8((char)byte);
  for (int part = 0; part < 4; part++) {
    __m128i lane = _mm_or_si128(_mm_loadu_si128((const __m128i *)(block + 16 * part)), folds);
    mask |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(lane, bytes)) << (16 * part);
  }
#else
  for (int i = 0; i < 64; i++) mask |= (uint64_t)((block[i] | fold) == byte) << i;
#endif
  return mask;
}

/// The bytes that stand behind an escaping backslash.
static inline uint64_t escaped_bytes(uint64_t backslashes, csimdjson_scan_state *state) {
  uint64_t escaped = state->escaped;
  backslashes &= ~escaped;
  state->escaped = 0;
  // Backslashes are rare enough for a loop over them; each turn takes the first and the byte it escapes.
  while (backslashes) {
    uint64_t first = backslashes & -backslashes;
    if (first >> 63) {
      state->escaped = 1;
      break;
    }
    escaped |= first << 1;
    backslashes &= ~(first | first << 1);
  }
  return escaped;
}

/// Bit i is the exclusive or of bits 0 to i.
static inline uint64_t prefix_xor(uint64_t bits) {
  for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}

csimdjson_scan_masks csimdjson_scan(const uint8_t *block, csimdjson_scan_state *state) {
  uint64_t backslashes = equal_mask(block, 0, '\\');
  uint64_t quotes = equal_mask(block, 0, '"');
  if (backslashes | state->escaped) quotes &= ~escaped_bytes(backslashes, state);
  uint64_t strings = prefix_xor(quotes) ^ state->in_string;
  state->in_string = (uint64_t)((int64_t)strings >> 63);
  // Or-ing 0x20 makes one of `[` and `{`, and of `]` and `}`.
  csimdjson_scan_masks masks;
  masks.openings = equal_mask(block, 0x20, '{') & ~strings;
  masks.closings = equal_mask(block, 0x20, '}') & ~strings;
  masks.newlines = equal_mask(block, 0, '\n');
  masks.strings = strings;
  return masks;
}

bool csimdjson_may_escape_surrogate(const uint8_t *json, size_t count) {
  for (size_t i = 0; i < count; i += 64) {
    uint64_t starts = equal_mask(json + i, 0, '\\');
    if (!starts) continue;
    // The two bytes behind the last block are padding too; that only makes another look necessary.
    if (starts & equal_mask(json + i + 1, 0, 'u') & equal_mask(json + i + 2, 0x20, 'd')) return true;
  }
  return false;
}
