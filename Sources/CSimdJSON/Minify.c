#include "CSimdJSON.h"
#include <string.h>

static inline bool is_white_space(uint8_t byte) {
  return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

/// Copies in steps of 32 bytes, so up to 31 more than asked for.
static inline void copy(uint8_t *to, const uint8_t *from, size_t count) {
  if (count > 256) {
    memcpy(to, from, count);
    return;
  }
  for (size_t i = 0; i < count; i += 32) memcpy(to + i, from + i, 32);
}

size_t csimdjson_minify(const uint8_t *json, size_t count, const uint32_t *structurals, size_t structural_count,
                        uint8_t *to) {
  if (structural_count == 0) return 0;
  size_t written = 0, start = structurals[0];
  for (size_t i = 1; i <= structural_count; i++) {
    size_t next = i < structural_count ? structurals[i] : count;
    // White space before a token stands outside of strings. A run goes on as long as there is none.
    if (i < structural_count && !is_white_space(json[next - 1])) continue;
    size_t end = next;
    while (end > start && is_white_space(json[end - 1])) end--;
    copy(to + written, json + start, end - start);
    written += end - start;
    start = next;
  }
  return written;
}
