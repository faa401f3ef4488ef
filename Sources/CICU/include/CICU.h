#ifndef TESSERA_CICU_H
#define TESSERA_CICU_H
// What Tessera asks of ICU, in terms of code points and plain arrays. No name of ICU appears here, so that this
// module stands beside any other that brings an ICU of its own. Nothing here is a rule of Tessera's.
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of ICU in use, like "72.1".
const char *tessera_icu_version(void);

// MARK: Characters

enum {
  TESSERA_LETTER = 1 << 0,
  TESSERA_NUMBER = 1 << 1,
  TESSERA_MARK = 1 << 2,
  TESSERA_SYMBOL = 1 << 3,
  /// General category Cf, or default ignorable.
  TESSERA_FORMAT = 1 << 4,
  TESSERA_WHITE_SPACE = 1 << 5,
  /// Letters and numbers that are Han or another ideographic script, Hiragana or Katakana.
  TESSERA_IDEOGRAPH = 1 << 6,
  /// Emoji of the symbol categories, and pictographs to come.
  TESSERA_EMOJI = 1 << 7,
  TESSERA_EMOJI_MODIFIER = 1 << 8,
  TESSERA_REGIONAL_INDICATOR = 1 << 9,
  /// Line_Break = Complex_Context: words are found with a dictionary.
  TESSERA_DICTIONARY = 1 << 10,
  /// Letters of the script Latin, Greek, Cyrillic, Hebrew or Arabic.
  TESSERA_FIVE_SCRIPTS = 1 << 11,
  /// The NFKC_Casefold of a text can be cut before this character.
  TESSERA_FOLD_BOUNDARY = 1 << 12,
  /// NFC_Quick_Check = Yes.
  TESSERA_COMPOSED = 1 << 13,
  /// Letters of the script Hangul: syllables and jamo.
  TESSERA_HANGUL = 1 << 14,
};

enum {
  TESSERA_WORD_OTHER,
  TESSERA_WORD_LETTER,
  TESSERA_WORD_HEBREW_LETTER,
  TESSERA_WORD_NUMERIC,
  TESSERA_WORD_CONNECTOR,
  TESSERA_WORD_SINGLE_QUOTE,
  TESSERA_WORD_DOUBLE_QUOTE,
  TESSERA_WORD_MID_LETTER,
  TESSERA_WORD_MID_NUMBER,
  TESSERA_WORD_MID_NUMBER_LETTER,
  /// Extend, Format and ZWJ: transparent to the word rules.
  TESSERA_WORD_EXTENDER,
  TESSERA_WORD_ZWJ,
};

typedef struct {
  uint16_t flags;
  /// Word_Break, as far as the word rules tell apart.
  uint8_t word_break;
  /// Canonical_Combining_Class.
  uint8_t combining_class;
} TesseraCharacterProperties;

/// The properties of `count` code points from `first` on.
void tessera_character_properties(uint32_t first, int32_t count, TesseraCharacterProperties *properties);

// MARK: Normalization

enum { TESSERA_NFKC_CASEFOLD, TESSERA_NFC, TESSERA_NFD };

/// Normalizes `count` code points into `out`. Returns how many there are, which may exceed `capacity` (nothing
/// usable is in `out` then), or -1 if ICU cannot.
int32_t tessera_normalize(int32_t form, const uint32_t *text, int32_t count, uint32_t *out, int32_t capacity);

/// The one character that NFC makes of these two, or 0.
uint32_t tessera_composition(uint32_t first, uint32_t second);

// MARK: Words

/// A word break iterator of the root locale. One thread at a time.
typedef struct TesseraWordBreaker TesseraWordBreaker;

/// Returns NULL if ICU or its data is not there.
TesseraWordBreaker *tessera_word_breaker_open(void);
void tessera_word_breaker_close(TesseraWordBreaker *breaker);

/// Writes the ends of the segments of `count` code points, ascending, the last one `count`. At most `count` of them.
/// Returns how many, or -1 if ICU cannot.
int32_t tessera_word_breaker_cut(
    TesseraWordBreaker *breaker, const uint32_t *text, int32_t count, int32_t *ends);

/// ICU's own pipeline, to measure against: cuts UTF-8 text into words and folds each with NFKC_Casefold. Returns how
/// many words there are, or -1 if ICU cannot; `folded_bytes` is the sum of their lengths as UTF-8.
int64_t tessera_break_and_fold(
    TesseraWordBreaker *breaker, const uint8_t *text, int64_t count, int64_t *folded_bytes);

#ifdef __cplusplus
}
#endif
#endif
