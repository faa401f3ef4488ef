#ifndef TESSERA_OPTION_SCANNER_H
#define TESSERA_OPTION_SCANNER_H
#include <stdbool.h>
#include <stdint.h>

/// Walks through the arguments of a command by the C library's getopt_long: GNU conventions, options before
/// or after operands, unique abbreviations. The state of getopt_long is the process's own, so one scanner
/// works at a time.
typedef struct tessera_option_scanner tessera_option_scanner;

/// What a step met, other than the number of an option.
enum {
  TESSERA_SCAN_END = -1,
  /// The text is the argument that starts with "--" and names no option, or several.
  TESSERA_SCAN_UNKNOWN_NAME = -2,
  /// The text is the letter that is no option.
  TESSERA_SCAN_UNKNOWN_LETTER = -3,
  /// The text is the name of the option at fault.
  TESSERA_SCAN_MISSING_VALUE = -4,
  TESSERA_SCAN_UNWANTED_VALUE = -5,
};

/// `arguments` begins with the command's own name and is permuted: operands go to the end. It has to outlive
/// the scanner. With `stops_at_operand`, options end at the first operand.
tessera_option_scanner *tessera_option_scanner_new(int32_t count, char **arguments, bool stops_at_operand);
void tessera_option_scanner_free(tessera_option_scanner *scanner);

/// Declares the next option; they are numbered from 0. `letter` is 0 for none.
void tessera_option_scanner_add(
  tessera_option_scanner *scanner, const char *name, char letter, bool takes_value);

/// The number of the next option, with its value as the text, or one of the above. The text lives as long as
/// the scanner.
int32_t tessera_option_scanner_next(tessera_option_scanner *scanner, const char **text);

/// Where the operands begin, once `next` has met the end.
int32_t tessera_option_scanner_operands(const tessera_option_scanner *scanner);

#endif
