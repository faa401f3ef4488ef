#include "Interruption.h"
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

static atomic_bool interrupted;
static const char *message;

static void mark_interrupted(int signal_number) {
  (void)signal_number;
  atomic_store_explicit(&interrupted, true, memory_order_relaxed);
  int kept = errno;
  ssize_t written = write(STDERR_FILENO, message, strlen(message));
  (void)written;
  errno = kept;
}

void tessera_catch_interrupt(const char *told) {
  message = told;
  struct sigaction action = {.sa_handler = mark_interrupted, .sa_flags = SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  // Whoever started this process may have blocked it.
  sigset_t interrupt;
  sigemptyset(&interrupt);
  sigaddset(&interrupt, SIGINT);
  sigprocmask(SIG_UNBLOCK, &interrupt, NULL);
}

bool tessera_was_interrupted(void) { return atomic_load_explicit(&interrupted, memory_order_relaxed); }
