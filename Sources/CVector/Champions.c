// Which documents of a list can be among the best 16 whatever the average length: tables of the lowest length codes by
// frequency. Most documents are turned down by one look at one byte.
#include "CVector.h"
#include <string.h>

enum { KEPT = 16 };
typedef uint8_t u8x16 __attribute__((vector_size(16)));

/// The class of a frequency; with `up` that of the next one that begins a class. Up to 255 each has its own, above
/// there are eight to a power of two.
static inline uint32_t band_class(uint32_t frequency, const int up) {
  if (frequency <= CVECTOR_BAND_EXACT) return frequency;
  const uint32_t exponent = 31 - (uint32_t)__builtin_clz(frequency);
  const uint32_t class = 256 + (exponent - 8) * 8 + ((frequency >> (exponent - 3)) & 7);
  return class + (up && (frequency & ((1u << (exponent - 3)) - 1)) != 0);
}

/// The same for one of two frequencies: up to 16 each has its own, then four to a power of two, and from 1,024 on one
/// for all. No class begins above that.
static inline uint32_t pair_class(uint32_t frequency, const int up) {
  if (frequency <= 16) return frequency;
  if (frequency >= 1024) return up && frequency > 1024 ? CVECTOR_PAIR_CLASSES : CVECTOR_PAIR_CLASSES - 1;
  const uint32_t exponent = 31 - (uint32_t)__builtin_clz(frequency);
  const uint32_t class = 16 + (exponent - 4) * 4 + ((frequency >> (exponent - 2)) & 3);
  return class + (up && (frequency & ((1u << (exponent - 2)) - 1)) != 0);
}

/// Enters a length in an ascending row; the greatest falls out.
static inline void enter(uint8_t *row, uint8_t length) {
  u8x16 old;
  memcpy(&old, row, KEPT);
  const u8x16 zero = {0};
  const u8x16 wanted = zero + length;
  const u8x16 moved = __builtin_shufflevector(zero, old, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
  // Where a value stood below the new one, it stays; the new one comes next, and the others move up.
  const u8x16 entered = __builtin_elementwise_min(old, __builtin_elementwise_max(moved, wanted));
  memcpy(row, &entered, KEPT);
}

/// How many of a row are below `length`.
static inline int below(const uint8_t *row, uint32_t length) {
  int count = 0;
  for (int i = 0; i < KEPT; i++) count += row[i] < length;
  return count;
}

size_t cvector_band_enter(const uint32_t *docs, const uint32_t *frequencies, size_t count, const uint8_t *lengths,
                          uint8_t *rows, uint32_t *places) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    const uint32_t frequency = frequencies[i];
    const uint8_t length = lengths[docs[i]];
    if (length >= rows[band_class(frequency, 1) * KEPT + KEPT - 1]) continue;
    places[kept++] = (uint32_t)i;
    // The last of a row is not above that of the next: where the length does not enter, it does not enter below.
    for (uint32_t class = band_class(frequency, 0); class > 0; class--) {
      uint8_t *row = rows + class * KEPT;
      if (length >= row[KEPT - 1]) break;
      enter(row, length);
    }
  }
  return kept;
}

size_t cvector_band_keep(const uint32_t *docs, const uint32_t *frequencies, const uint8_t *lengths,
                         const uint8_t *rows, uint16_t *ties, uint32_t *places, size_t count) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    const uint32_t place = places[i], frequency = frequencies[place];
    const uint8_t length = lengths[docs[place]];
    int stays = 1;
    if (frequency <= CVECTOR_BAND_EXACT) {
      const uint8_t *row = rows + frequency * KEPT, *above = row + KEPT;
      stays = length <= row[KEPT - 1];
      if (length == row[KEPT - 1]) {
        // At the edge: those with a higher frequency and no greater length, those with the same and a lower one, and
        // earlier ones that do not differ.
        const int higher = below(above, (uint32_t)length + 1);
        const int shorter = below(row, length) - below(above, length);
        stays = higher + shorter + ties[frequency] < KEPT;
        ties[frequency] += ties[frequency] < KEPT;
      }
    }
    places[kept] = place;
    kept += (size_t)stays;
  }
  return kept;
}

size_t cvector_pair_enter(const uint32_t *docs, const uint32_t *frequencies, const uint32_t *parts, size_t count,
                          const uint8_t *lengths, uint8_t *rows, uint32_t *places) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    const uint8_t length = lengths[docs[i]];
    const uint32_t up = pair_class(frequencies[i], 1), part_up = pair_class(parts[i], 1);
    if (up < CVECTOR_PAIR_CLASSES && part_up < CVECTOR_PAIR_CLASSES &&
        length >= rows[(part_up * CVECTOR_PAIR_CLASSES + up) * KEPT + KEPT - 1])
      continue;
    places[kept++] = (uint32_t)i;
    const uint32_t first = pair_class(frequencies[i], 0);
    for (uint32_t part = pair_class(parts[i], 0); part > 0; part--) {
      uint32_t class = first;
      for (; class > 0; class--) {
        uint8_t *row = rows + (part * CVECTOR_PAIR_CLASSES + class) * KEPT;
        if (length >= row[KEPT - 1]) break;
        enter(row, length);
      }
      if (class == first) break;
    }
  }
  return kept;
}

size_t cvector_pair_keep(const uint32_t *docs, const uint32_t *frequencies, const uint32_t *parts,
                         const uint8_t *lengths, const uint8_t *rows, uint32_t *places, size_t count,
                         uint32_t *seen) {
  uint32_t *seen_parts = seen, *seen_frequencies = seen + count;
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    const uint32_t place = places[i], frequency = frequencies[place], part = parts[place];
    const uint32_t length = lengths[docs[place]];
    int stays = 1;
    seen_parts[i] = part << 8 | length;
    seen_frequencies[i] = frequency;
    if (frequency <= CVECTOR_BAND_EXACT) {
      const uint32_t class = pair_class(frequency, 1);
      const uint8_t *row = rows + (pair_class(part, 1) * CVECTOR_PAIR_CLASSES + class) * KEPT;
      const uint8_t *above = rows + (pair_class(part + 1, 1) * CVECTOR_PAIR_CLASSES + class) * KEPT;
      stays = length <= row[KEPT - 1];
      if (length == row[KEPT - 1]) {
        int others = below(above, length + 1) + below(row, length) - below(above, length);
        if (others < KEPT)
          for (size_t j = 0; j < i; j++) others += (seen_parts[j] == seen_parts[i]) & (seen_frequencies[j] >= frequency);
        stays = others < KEPT;
      }
    }
    places[kept] = place;
    kept += (size_t)stays;
  }
  return kept;
}
