#include "Interruption.h"
#include <signal.h>
#include <stdatomic.h>

static atomic_bool interrupted;

static void mark_interrupted(int signal_number) {
  (void)signal_number;
  atomic_store_explicit(&interrupted, true, memory_order_relaxed);
}

void tessera_catch_interrupt(void) {
  struct sigaction action = {.sa_handler = mark_interrupted, .sa_flags = SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
}

bool tessera_was_interrupted(void) { return atomic_load_explicit(&interrupted, memory_order_relaxed); }
