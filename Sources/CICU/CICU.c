#include "CICU.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/ustring.h>
#include <unicode/uversion.h>

const char *tessera_icu_version(void) { return U_ICU_VERSION; }

// MARK: Characters

static uint8_t word_break_of(UChar32 c) {
  switch (u_getIntPropertyValue(c, UCHAR_WORD_BREAK)) {
    case U_WB_ALETTER: return TESSERA_WORD_LETTER;
    case U_WB_HEBREW_LETTER: return TESSERA_WORD_HEBREW_LETTER;
    case U_WB_NUMERIC: return TESSERA_WORD_NUMERIC;
    case U_WB_EXTENDNUMLET: return TESSERA_WORD_CONNECTOR;
    case U_WB_SINGLE_QUOTE: return TESSERA_WORD_SINGLE_QUOTE;
    case U_WB_DOUBLE_QUOTE: return TESSERA_WORD_DOUBLE_QUOTE;
    case U_WB_MIDLETTER: return TESSERA_WORD_MID_LETTER;
    case U_WB_MIDNUM: return TESSERA_WORD_MID_NUMBER;
    case U_WB_MIDNUMLET: return TESSERA_WORD_MID_NUMBER_LETTER;
    case U_WB_EXTEND:
    case U_WB_FORMAT: return TESSERA_WORD_EXTENDER;
    case U_WB_ZWJ: return TESSERA_WORD_ZWJ;
    default: return TESSERA_WORD_OTHER;
  }
}

static uint16_t script_flags(UChar32 c, uint32_t category, int32_t word_break) {
  uint16_t flags = 0;
  UErrorCode status = U_ZERO_ERROR;
  UScriptCode script = uscript_getScript(c, &status);
  if (U_FAILURE(status)) script = USCRIPT_COMMON;
  if ((category & U_GC_L_MASK) &&
      (script == USCRIPT_LATIN || script == USCRIPT_GREEK || script == USCRIPT_CYRILLIC ||
       script == USCRIPT_HEBREW || script == USCRIPT_ARABIC)) {
    flags |= TESSERA_FIVE_SCRIPTS;
  }
  if (script == USCRIPT_HANGUL && (category & U_GC_L_MASK)) flags |= TESSERA_HANGUL;
  if ((category & (U_GC_L_MASK | U_GC_N_MASK)) &&
      (script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA || script == USCRIPT_HAN ||
       word_break == U_WB_KATAKANA || u_hasBinaryProperty(c, UCHAR_IDEOGRAPHIC))) {
    flags |= TESSERA_IDEOGRAPH;
  }
  return flags;
}

static uint16_t emoji_flags(UChar32 c, uint32_t category) {
  uint16_t flags = 0;
  if (u_hasBinaryProperty(c, UCHAR_REGIONAL_INDICATOR)) return TESSERA_REGIONAL_INDICATOR;
  if (u_hasBinaryProperty(c, UCHAR_EMOJI_MODIFIER)) flags |= TESSERA_EMOJI_MODIFIER;
  // Copyright and registered signs are Emoji = Yes too, but nobody means a picture by them.
  if (c > 0xAE && (category & (U_GC_SO_MASK | U_GC_SK_MASK | U_GC_CN_MASK)) &&
      (u_hasBinaryProperty(c, UCHAR_EMOJI) ||
       (c >= 0x1F000 && u_hasBinaryProperty(c, UCHAR_EXTENDED_PICTOGRAPHIC)))) {
    flags |= TESSERA_EMOJI;
  }
  return flags;
}

void tessera_character_properties(uint32_t first, int32_t count, TesseraCharacterProperties *properties) {
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2 *fold = unorm2_getNFKCCasefoldInstance(&status);
  for (int32_t i = 0; i < count; i++) {
    UChar32 c = (UChar32)(first + (uint32_t)i);
    uint32_t category = U_GET_GC_MASK(c);
    uint16_t flags = 0;
    if (category & U_GC_L_MASK) flags |= TESSERA_LETTER;
    if (category & U_GC_N_MASK) flags |= TESSERA_NUMBER;
    if (category & U_GC_M_MASK) flags |= TESSERA_MARK;
    if (category & U_GC_S_MASK) flags |= TESSERA_SYMBOL;
    if ((category & U_GC_CF_MASK) || u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT)) {
      flags |= TESSERA_FORMAT;
    }
    if (u_isUWhiteSpace(c)) flags |= TESSERA_WHITE_SPACE;
    if (u_getIntPropertyValue(c, UCHAR_LINE_BREAK) == U_LB_COMPLEX_CONTEXT) flags |= TESSERA_DICTIONARY;
    if (u_getIntPropertyValue(c, UCHAR_NFC_QUICK_CHECK) == UNORM_YES) flags |= TESSERA_COMPOSED;
    if (U_SUCCESS(status) && unorm2_hasBoundaryBefore(fold, c)) flags |= TESSERA_FOLD_BOUNDARY;
    flags |= script_flags(c, category, u_getIntPropertyValue(c, UCHAR_WORD_BREAK));
    flags |= emoji_flags(c, category);
    properties[i].flags = flags;
    properties[i].word_break = word_break_of(c);
    properties[i].combining_class = u_getCombiningClass(c);
  }
}

// MARK: UTF-16

enum { SHORT_TEXT = 256 };

/// Returns how many UTF-16 units `count` code points become; `out` holds twice `count`.
static int32_t to_utf16(const uint32_t *text, int32_t count, UChar *out) {
  int32_t n = 0;
  for (int32_t i = 0; i < count; i++) {
    uint32_t c = text[i] > 0x10FFFF || U_IS_SURROGATE(text[i]) ? 0xFFFD : text[i];
    U16_APPEND_UNSAFE(out, n, c);
  }
  return n;
}

// MARK: Normalization

static const UNormalizer2 *normalizer(int32_t form, UErrorCode *status) {
  switch (form) {
    case TESSERA_NFC: return unorm2_getNFCInstance(status);
    case TESSERA_NFD: return unorm2_getNFDInstance(status);
    default: return unorm2_getNFKCCasefoldInstance(status);
  }
}

static int32_t normalize_utf16(
    const UNormalizer2 *normalizer, const UChar *text, int32_t count, UChar **out, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = unorm2_normalize(normalizer, text, count, *out, capacity, &status);
  if (status == U_BUFFER_OVERFLOW_ERROR) {
    status = U_ZERO_ERROR;
    *out = malloc(sizeof(UChar) * (size_t)length);
    if (*out == NULL) return -1;
    length = unorm2_normalize(normalizer, text, count, *out, length, &status);
  }
  return U_FAILURE(status) ? -1 : length;
}

int32_t tessera_normalize(int32_t form, const uint32_t *text, int32_t count, uint32_t *out, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2 *instance = normalizer(form, &status);
  if (U_FAILURE(status) || count < 0 || count > INT32_MAX / 4) return -1;
  UChar short_source[2 * SHORT_TEXT], short_result[4 * SHORT_TEXT];
  UChar *source = count <= SHORT_TEXT ? short_source : malloc(sizeof(UChar) * 2 * (size_t)count);
  if (source == NULL) return -1;
  UChar *result = short_result;
  int32_t length = normalize_utf16(instance, source, to_utf16(text, count, source), &result, 4 * SHORT_TEXT);
  int32_t n = length < 0 ? -1 : 0;
  for (int32_t i = 0; i < length; n++) {
    UChar32 c;
    U16_NEXT(result, i, length, c);
    if (n < capacity) out[n] = (uint32_t)c;
  }
  if (result != short_result) free(result);
  if (source != short_source) free(source);
  return n;
}

uint32_t tessera_composition(uint32_t first, uint32_t second) {
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2 *nfc = unorm2_getNFCInstance(&status);
  UChar32 composition = U_SUCCESS(status) ? unorm2_composePair(nfc, (UChar32)first, (UChar32)second) : -1;
  return composition < 0 ? 0 : (uint32_t)composition;
}

// MARK: Words

struct TesseraWordBreaker {
  UBreakIterator *iterator;
};

TesseraWordBreaker *tessera_word_breaker_open(void) {
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *iterator = ubrk_open(UBRK_WORD, "", NULL, 0, &status);
  if (U_FAILURE(status) || iterator == NULL) return NULL;
  TesseraWordBreaker *breaker = malloc(sizeof *breaker);
  if (breaker == NULL) {
    ubrk_close(iterator);
    return NULL;
  }
  breaker->iterator = iterator;
  return breaker;
}

void tessera_word_breaker_close(TesseraWordBreaker *breaker) {
  if (breaker == NULL) return;
  ubrk_close(breaker->iterator);
  free(breaker);
}

int32_t tessera_word_breaker_cut(
    TesseraWordBreaker *breaker, const uint32_t *text, int32_t count, int32_t *ends) {
  if (breaker == NULL || count < 0 || count > INT32_MAX / 4) return -1;
  UChar short_source[2 * SHORT_TEXT];
  UChar *source = count <= SHORT_TEXT ? short_source : malloc(sizeof(UChar) * 2 * (size_t)count);
  if (source == NULL) return -1;
  UErrorCode status = U_ZERO_ERROR;
  ubrk_setText(breaker->iterator, source, to_utf16(text, count, source), &status);
  int32_t n = U_FAILURE(status) ? -1 : 0;
  if (n == 0) {
    int32_t unit = 0, index = 0;
    for (int32_t end = ubrk_next(breaker->iterator); end != UBRK_DONE; end = ubrk_next(breaker->iterator)) {
      while (unit < end) {
        unit += text[index] > 0xFFFF && text[index] <= 0x10FFFF ? 2 : 1;
        index++;
      }
      if (n < count) ends[n++] = index;
    }
  }
  ubrk_setText(breaker->iterator, NULL, 0, &status);
  if (source != short_source) free(source);
  return n;
}

int64_t tessera_break_and_fold(
    TesseraWordBreaker *breaker, const uint8_t *text, int64_t count, int64_t *folded_bytes) {
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2 *fold = unorm2_getNFKCCasefoldInstance(&status);
  if (breaker == NULL || U_FAILURE(status) || count < 0 || count > INT32_MAX / 4) return -1;
  UChar *source = malloc(sizeof(UChar) * ((size_t)count + 1));
  if (source == NULL) return -1;
  int32_t length = 0;
  u_strFromUTF8WithSub(source, (int32_t)count + 1, &length, (const char *)text, (int32_t)count, 0xFFFD, NULL, &status);
  ubrk_setText(breaker->iterator, source, length, &status);
  int64_t words = U_FAILURE(status) ? -1 : 0;
  *folded_bytes = 0;
  int32_t start = 0;
  for (int32_t end = ubrk_next(breaker->iterator); words >= 0 && end != UBRK_DONE;
       start = end, end = ubrk_next(breaker->iterator)) {
    if (ubrk_getRuleStatus(breaker->iterator) < UBRK_WORD_NUMBER) continue;
    UChar folded[1024];
    char bytes[3072];
    int32_t units = unorm2_normalize(fold, source + start, end - start, folded, 1024, &status), written = 0;
    if (U_SUCCESS(status)) u_strToUTF8(bytes, sizeof bytes, &written, folded, units, &status);
    status = U_ZERO_ERROR;
    *folded_bytes += written;
    words++;
  }
  ubrk_setText(breaker->iterator, NULL, 0, &status);
  free(source);
  return words;
}
