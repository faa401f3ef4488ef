#define _GNU_SOURCE
#define NCURSES_WIDECHAR 1
#include "CTerminal.h"
#include <curses.h>
#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

// term.h has a macro of this name.
#undef columns

// Bracketed paste (xterm): what is pasted comes between two sequences.
static const char paste_on[] = "\033[?2004h";
static const char paste_off[] = "\033[?2004l";

static SCREEN *screen;
static bool has_styles_of_color;
static volatile sig_atomic_t stopped_by;

// For the way out of a crash, where no function of ncurses may be called.
static struct termios before;
static char leaving[256];
static size_t leaving_count;

// MARK: Signals

static void note_stop(int signal) { stopped_by = signal; }

static void leave_in_haste(int signal) {
  if (write(STDOUT_FILENO, leaving, leaving_count) < 0) {}
  tcsetattr(STDIN_FILENO, TCSANOW, &before);
  // The handler was for once only: the signal now does what it does.
  raise(signal);
}

static void add_leaving(const char *capability) {
  const char *text = tigetstr(capability);
  if (text == NULL || text == (char *)-1) return;
  size_t count = strlen(text);
  if (leaving_count + count > sizeof leaving) return;
  memcpy(leaving + leaving_count, text, count);
  leaving_count += count;
}

static void catch_signals(void) {
  struct sigaction stop = {.sa_handler = note_stop};
  sigemptyset(&stop.sa_mask);
  const int stops[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT};
  for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) sigaction(stops[i], &stop, NULL);

  memcpy(leaving, paste_off, sizeof paste_off - 1);
  leaving_count = sizeof paste_off - 1;
  add_leaving("sgr0");
  add_leaving("cnorm");
  add_leaving("rmkx");
  add_leaving("rmcup");
  struct sigaction crash = {.sa_handler = leave_in_haste, .sa_flags = SA_RESETHAND | SA_NODEFER};
  sigemptyset(&crash.sa_mask);
  const int crashes[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE};
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) sigaction(crashes[i], &crash, NULL);
}

int32_t tessera_terminal_signal(void) { return stopped_by; }

// MARK: Opening and closing

// Keys that ncurses would leave as a row of characters.
enum { OWN_KEYS = KEY_MAX + 1 };
static const struct { const char *sequence; int key; } own_keys[] = {
  {"\033[200~", TESSERA_KEY_PASTE_BEGINS}, {"\033[201~", TESSERA_KEY_PASTE_ENDS},
  {"\033[1;5D", TESSERA_KEY_WORD_LEFT}, {"\033[1;5C", TESSERA_KEY_WORD_RIGHT},
  {"\033[1;3D", TESSERA_KEY_WORD_LEFT}, {"\033[1;3C", TESSERA_KEY_WORD_RIGHT},
  {"\033[1;6D", TESSERA_KEY_SHIFT_WORD_LEFT}, {"\033[1;6C", TESSERA_KEY_SHIFT_WORD_RIGHT},
  {"\033[1;2D", TESSERA_KEY_SHIFT_LEFT}, {"\033[1;2C", TESSERA_KEY_SHIFT_RIGHT},
  {"\033[1;2H", TESSERA_KEY_SHIFT_HOME}, {"\033[1;2F", TESSERA_KEY_SHIFT_END},
  // Home and end as terminals send them that TERM does not tell of.
  {"\033[H", TESSERA_KEY_HOME}, {"\033[F", TESSERA_KEY_END},
  {"\033[1~", TESSERA_KEY_HOME}, {"\033[4~", TESSERA_KEY_END},
};

int32_t tessera_terminal_open(bool colors) {
  setlocale(LC_CTYPE, "C.UTF-8");
  tcgetattr(STDIN_FILENO, &before);
  screen = newterm(NULL, stdout, stdin);
  if (screen == NULL) return TESSERA_TERMINAL_UNKNOWN;
  const char *place = tigetstr("cup");
  if (place == NULL || place == (char *)-1) {
    tessera_terminal_close();
    return TESSERA_TERMINAL_TOO_SIMPLE;
  }
  catch_signals();
  raw();
  noecho();
  nonl();
  keypad(stdscr, TRUE);
  leaveok(stdscr, FALSE);
  // How long an escape may be the start of a key.
  set_escdelay(25);
  for (size_t i = 0; i < sizeof own_keys / sizeof *own_keys; i++)
    define_key(own_keys[i].sequence, OWN_KEYS + own_keys[i].key);
  if (colors && has_colors()) {
    start_color();
    has_styles_of_color = use_default_colors() == OK;
    for (short color = 0; has_styles_of_color && color < 8; color++) init_pair(color + 1, color, -1);
  }
  tessera_terminal_send(paste_on, sizeof paste_on - 1);
  return TESSERA_TERMINAL_OPENED;
}

void tessera_terminal_close(void) {
  if (screen == NULL) return;
  tessera_terminal_send(paste_off, sizeof paste_off - 1);
  curs_set(1);
  endwin();
  delscreen(screen);
  screen = NULL;
}

void tessera_terminal_size(int32_t *rows, int32_t *columns) { getmaxyx(stdscr, *rows, *columns); }

// MARK: Drawing

void tessera_terminal_begin(void) { erase(); }

void tessera_terminal_put(
  int32_t row, int32_t column, const uint32_t *scalars, size_t count, uint32_t style, int32_t color) {
  attr_t attributes = A_NORMAL;
  if (style & TESSERA_STYLE_BOLD) attributes |= A_BOLD;
  if (style & TESSERA_STYLE_DIM) attributes |= A_DIM;
  if (style & TESSERA_STYLE_REVERSE) attributes |= A_REVERSE;
  if (style & TESSERA_STYLE_UNDERLINED) attributes |= A_UNDERLINE;
  attr_set(attributes, has_styles_of_color && color >= 0 ? (short)(color + 1) : 0, NULL);
  mvaddnwstr(row, column, (const wchar_t *)scalars, (int)count);
}

void tessera_terminal_show(int32_t row, int32_t column) {
  curs_set(row >= 0);
  if (row >= 0) move(row, column);
  refresh();
}

void tessera_terminal_forget(void) { clearok(curscr, TRUE); }

void tessera_terminal_send(const char *bytes, size_t count) {
  fwrite(bytes, 1, count, stdout);
  fflush(stdout);
}

// MARK: Keys

static uint32_t key_of(wint_t code) {
  if (code > OWN_KEYS) return code - OWN_KEYS;
  switch (code) {
  case KEY_UP: return TESSERA_KEY_UP;
  case KEY_DOWN: return TESSERA_KEY_DOWN;
  case KEY_LEFT: return TESSERA_KEY_LEFT;
  case KEY_RIGHT: return TESSERA_KEY_RIGHT;
  case KEY_HOME: return TESSERA_KEY_HOME;
  case KEY_END: return TESSERA_KEY_END;
  case KEY_PPAGE: return TESSERA_KEY_PAGE_UP;
  case KEY_NPAGE: return TESSERA_KEY_PAGE_DOWN;
  case KEY_BACKSPACE: return TESSERA_KEY_BACKSPACE;
  case KEY_DC: return TESSERA_KEY_DELETE;
  case KEY_ENTER: return TESSERA_KEY_RETURN;
  case KEY_BTAB: return TESSERA_KEY_BACK_TAB;
  case KEY_F(1): return TESSERA_KEY_F1;
  case KEY_SLEFT: return TESSERA_KEY_SHIFT_LEFT;
  case KEY_SRIGHT: return TESSERA_KEY_SHIFT_RIGHT;
  case KEY_SHOME: return TESSERA_KEY_SHIFT_HOME;
  case KEY_SEND: return TESSERA_KEY_SHIFT_END;
  default: return TESSERA_KEY_OTHER;
  }
}

// Whether the terminal is gone: it has neither input nor a way to wait for some.
static bool is_gone(void) {
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
  return poll(&input, 1, 0) > 0 && (input.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
}

int32_t tessera_terminal_next(int32_t milliseconds, uint32_t *value) {
  *value = 0;
  if (stopped_by != 0) return TESSERA_EVENT_END;
  wint_t code = 0;
  timeout(milliseconds);
  int found = get_wch(&code);
  if (stopped_by != 0) return TESSERA_EVENT_END;
  if (found == ERR) return is_gone() ? TESSERA_EVENT_END : TESSERA_EVENT_NONE;
  if (found == OK) {
    *value = code;
    return TESSERA_EVENT_CHARACTER;
  }
  if (code == KEY_RESIZE) return TESSERA_EVENT_RESIZE;
  *value = key_of(code);
  return TESSERA_EVENT_KEY;
}
