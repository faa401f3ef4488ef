#ifndef TESSERA_CSIMDJSON_H
#define TESSERA_CSIMDJSON_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How many bytes behind a document must be readable, whatever they hold: simdjson reads up to 64, our scans 66.
enum { csimdjson_padding = 128 };

/// A parser and the last document it read.
typedef struct csimdjson_parser csimdjson_parser;

/// Returns NULL when memory is out. Refuses what nests `max_depth` levels or more, not counting empty ones.
csimdjson_parser *csimdjson_create(size_t max_depth);
void csimdjson_destroy(csimdjson_parser *parser);

/// Parses one JSON value of `count` bytes with `csimdjson_padding` readable bytes behind it; 0 when it is one.
///
/// Refused although valid JSON: integers beyond 64 bits, numbers beyond a double, some unpaired surrogate escapes.
int csimdjson_parse(csimdjson_parser *parser, const uint8_t *json, size_t count);

/// The value as simdjson's tape: words of a type byte (the highest) and a payload of 56 bits.
/// All three are valid until the next parse.
const uint64_t *csimdjson_tape(const csimdjson_parser *parser);
/// Where the payload of a string points: a length of 4 bytes, then its UTF-8.
const uint8_t *csimdjson_strings(const csimdjson_parser *parser);
/// Offsets in the document of each bracket, comma, colon and start of a scalar, ascending.
const uint32_t *csimdjson_structurals(const csimdjson_parser *parser, size_t *count);

/// Copies parsed JSON without the white space between its tokens, which `structurals` tells; both `json` and `to` have
/// `csimdjson_padding` bytes behind `count`. Returns the bytes written.
///
/// For JSON without such white space one copy. (simdjson's own minify stores with masks, which is slow on Zen.)
size_t csimdjson_minify(const uint8_t *json, size_t count, const uint32_t *structurals, size_t structural_count,
                        uint8_t *to);

/// Whether a `\ud` or `\uD` stands anywhere, the start of every surrogate escape; may also say so of none.
bool csimdjson_may_escape_surrogate(const uint8_t *json, size_t count);

/// What the bracket scan knows between two blocks; zero at the start of a value.
typedef struct {
  /// All ones within a string, else zero.
  uint64_t in_string;
  /// Whether the next byte stands behind an escaping backslash.
  uint64_t escaped;
} csimdjson_scan_state;

/// Bit i stands for byte i of the block.
typedef struct {
  /// `{` `[` outside strings.
  uint64_t openings;
  /// `}` `]` outside strings.
  uint64_t closings;
  uint64_t newlines;
  /// Bytes within strings, their opening quotes included.
  uint64_t strings;
} csimdjson_scan_masks;

/// Classifies the 64 bytes at `block` (Langdale & Lemire 2019, section 3.1).
csimdjson_scan_masks csimdjson_scan(const uint8_t *block, csimdjson_scan_state *state);

#ifdef __cplusplus
}
#endif
#endif
