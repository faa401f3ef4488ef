// How many documents have each value.
#include "CVector.h"
#include <string.h>

// One addition to a count waits for the one before, and neighbours often have the same value: rows in turn. `AT` is
// the value at a place.
#define ADD_ALL(count, AT)                                                                                            \
  do {                                                                                                                \
    const size_t step = rows == 4 ? stride : 0;                                                                       \
    uint32_t *second = counts + step, *third = second + step, *fourth = third + step;                                 \
    size_t i = 0;                                                                                                     \
    for (; i + 4 <= (count); i += 4) {                                                                                \
      counts[AT(i)]++;                                                                                                \
      second[AT(i + 1)]++;                                                                                            \
      third[AT(i + 2)]++;                                                                                             \
      fourth[AT(i + 3)]++;                                                                                            \
    }                                                                                                                 \
    for (; i < (count); i++) counts[AT(i)]++;                                                                         \
  } while (0)

#define ITSELF(i) values[i]
#define OF_DOCUMENT(i) values[docs[i]]

// Values are gathered first, eight of each document with nothing to decide: how many a document has is what a processor
// guesses worst.
enum { at_once = 8, room = 1024 };

#define TALLY(name, Value)                                                                                            \
  static void add_##name(const Value *values, size_t count, uint32_t *counts, size_t rows, size_t stride) {           \
    ADD_ALL(count, ITSELF);                                                                                           \
  }                                                                                                                   \
                                                                                                                      \
  void name(const Value *values, const uint32_t *starts, const uint32_t *docs, size_t count, uint32_t *counts,        \
            size_t rows, size_t stride) {                                                                             \
    if (!starts) {                                                                                                    \
      ADD_ALL(count, OF_DOCUMENT);                                                                                    \
      return;                                                                                                         \
    }                                                                                                                 \
    Value some[room + at_once];                                                                                       \
    size_t gathered = 0;                                                                                              \
    for (size_t d = 0; d < count; d++) {                                                                              \
      if (gathered >= room) {                                                                                         \
        add_##name(some, gathered, counts, rows, stride);                                                             \
        gathered = 0;                                                                                                 \
      }                                                                                                               \
      const uint32_t start = starts[docs[d]], number = starts[docs[d] + 1] - start;                                   \
      if (__builtin_expect(number > at_once, 0)) {                                                                    \
        add_##name(values + start, number, counts, rows, stride);                                                     \
        continue;                                                                                                     \
      }                                                                                                               \
      memcpy(some + gathered, values + start, sizeof(Value) * at_once);                                               \
      gathered += number;                                                                                             \
    }                                                                                                                 \
    add_##name(some, gathered, counts, rows, stride);                                                                 \
  }

TALLY(cvector_count_values, uint32_t)
TALLY(cvector_count_narrow_values, uint16_t)
