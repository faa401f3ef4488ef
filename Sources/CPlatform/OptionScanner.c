#include "OptionScanner.h"
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { maximum_options = 64, first_number = 256 };

struct tessera_option_scanner {
  int count;
  char **arguments;
  int option_count;
  struct option options[maximum_options + 1];
  char letters[maximum_options];
  // "+:", then each letter with its colon.
  char short_options[2 * maximum_options + 3];
  char letter_text[2];
};

tessera_option_scanner *tessera_option_scanner_new(int32_t count, char **arguments, bool stops_at_operand) {
  tessera_option_scanner *scanner = calloc(1, sizeof *scanner);
  if (!scanner) abort();
  scanner->count = count;
  scanner->arguments = arguments;
  strcpy(scanner->short_options, stops_at_operand ? "+:" : ":");
  optind = 0;  // glibc: start afresh
  opterr = 0;
  return scanner;
}

void tessera_option_scanner_free(tessera_option_scanner *scanner) {
  for (int i = 0; i < scanner->option_count; i++) free((char *)scanner->options[i].name);
  free(scanner);
}

void tessera_option_scanner_add(
  tessera_option_scanner *scanner, const char *name, char letter, bool takes_value) {
  int number = scanner->option_count;
  if (number == maximum_options) abort();
  scanner->options[number] = (struct option){
    .name = strdup(name), .has_arg = takes_value, .flag = NULL, .val = first_number + number};
  scanner->letters[number] = letter;
  if (letter) {
    size_t end = strlen(scanner->short_options);
    scanner->short_options[end++] = letter;
    if (takes_value) scanner->short_options[end++] = ':';
    scanner->short_options[end] = 0;
  }
  scanner->option_count++;
}

/// The option that getopt_long calls by its value or its letter; -1 when there is none.
static int option_number(const tessera_option_scanner *scanner, int code) {
  if (code >= first_number) return code - first_number;
  for (int i = 0; i < scanner->option_count; i++)
    if (code && scanner->letters[i] == code) return i;
  return -1;
}

int32_t tessera_option_scanner_next(tessera_option_scanner *scanner, const char **text) {
  int code = getopt_long(
    scanner->count, scanner->arguments, scanner->short_options, scanner->options, NULL);
  if (code == -1) return TESSERA_SCAN_END;
  if (code != '?' && code != ':') {
    *text = optarg;
    return option_number(scanner, code);
  }
  int number = option_number(scanner, optopt);
  if (number >= 0) {
    *text = scanner->options[number].name;
    return code == ':' ? TESSERA_SCAN_MISSING_VALUE : TESSERA_SCAN_UNWANTED_VALUE;
  }
  if (optopt) {
    scanner->letter_text[0] = (char)optopt;
    *text = scanner->letter_text;
    return TESSERA_SCAN_UNKNOWN_LETTER;
  }
  *text = scanner->arguments[optind - 1];
  return TESSERA_SCAN_UNKNOWN_NAME;
}

int32_t tessera_option_scanner_operands(const tessera_option_scanner *scanner) {
  (void)scanner;
  return optind;
}
