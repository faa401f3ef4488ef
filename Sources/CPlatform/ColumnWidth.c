#define _GNU_SOURCE
#include "ColumnWidth.h"
#include <locale.h>
#include <pthread.h>
#include <wchar.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

// The C library knows the width of characters only in a locale whose text is Unicode.
static void use_unicode(void) { setlocale(LC_CTYPE, "C.UTF-8"); }

int32_t tessera_column_width(uint32_t scalar) {
  pthread_once(&once, use_unicode);
  int width = wcwidth((wchar_t)scalar);
  return width < 0 ? 0 : width;
}
