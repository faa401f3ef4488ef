#ifndef TESSERA_CTERMINAL_H
#define TESSERA_CTERMINAL_H
// What Tessera asks of ncurses, without a name of it: a screen of cells, and keys. One terminal a process.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  TESSERA_TERMINAL_OPENED = 0,
  /// TERM names no terminal that is known.
  TESSERA_TERMINAL_UNKNOWN = 1,
  /// The cursor of this terminal cannot be placed.
  TESSERA_TERMINAL_TOO_SIMPLE = 2,
};

/// Takes over the terminal behind standard input and output. A signal that ends the process gives it back first.
int32_t tessera_terminal_open(bool colors);
/// Gives the terminal back as it was. Harmless when it is not open.
void tessera_terminal_close(void);

void tessera_terminal_size(int32_t *rows, int32_t *columns);

// MARK: Drawing

enum {
  TESSERA_STYLE_BOLD = 1,
  TESSERA_STYLE_DIM = 2,
  TESSERA_STYLE_REVERSE = 4,
  TESSERA_STYLE_UNDERLINED = 8,
};

/// Empties the next screen. What is seen changes with `tessera_terminal_show`, and only where it differs.
void tessera_terminal_begin(void);
/// Puts characters into the cells of a row. `color` is one of the terminal's eight, -1 for its usual one.
void tessera_terminal_put(
  int32_t row, int32_t column, const uint32_t *scalars, size_t count, uint32_t style, int32_t color);
/// Shows the next screen, with the cursor at a place, or without it when `row` is negative.
void tessera_terminal_show(int32_t row, int32_t column);
/// Draws all of the screen anew next time, whatever others have written to it.
void tessera_terminal_forget(void);
/// Sends bytes to the terminal itself, around the screen.
void tessera_terminal_send(const char *bytes, size_t count);

// MARK: Keys

enum {
  /// Nothing came within the time.
  TESSERA_EVENT_NONE = 0,
  /// A character was typed; those below a blank are control keys.
  TESSERA_EVENT_CHARACTER = 1,
  /// A key that is no character, one of those below.
  TESSERA_EVENT_KEY = 2,
  /// The screen has another size.
  TESSERA_EVENT_RESIZE = 3,
  /// A signal asks the process to end, or the terminal is gone.
  TESSERA_EVENT_END = 4,
};

enum {
  TESSERA_KEY_OTHER,
  TESSERA_KEY_UP,
  TESSERA_KEY_DOWN,
  TESSERA_KEY_LEFT,
  TESSERA_KEY_RIGHT,
  TESSERA_KEY_HOME,
  TESSERA_KEY_END,
  TESSERA_KEY_PAGE_UP,
  TESSERA_KEY_PAGE_DOWN,
  TESSERA_KEY_BACKSPACE,
  TESSERA_KEY_DELETE,
  TESSERA_KEY_RETURN,
  TESSERA_KEY_BACK_TAB,
  TESSERA_KEY_F1,
  TESSERA_KEY_SHIFT_LEFT,
  TESSERA_KEY_SHIFT_RIGHT,
  TESSERA_KEY_SHIFT_HOME,
  TESSERA_KEY_SHIFT_END,
  TESSERA_KEY_WORD_LEFT,
  TESSERA_KEY_WORD_RIGHT,
  TESSERA_KEY_SHIFT_WORD_LEFT,
  TESSERA_KEY_SHIFT_WORD_RIGHT,
  TESSERA_KEY_PASTE_BEGINS,
  TESSERA_KEY_PASTE_ENDS,
};

/// Waits for what comes next, at most so long. `value` is the character or the key.
int32_t tessera_terminal_next(int32_t milliseconds, uint32_t *value);

/// The signal that asks the process to end; 0 when none has come.
int32_t tessera_terminal_signal(void);

#endif
