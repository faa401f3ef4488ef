#ifndef TESSERA_INTERRUPTION_H
#define TESSERA_INTERRUPTION_H
#include <stdbool.h>

/// From now on the first interrupt (SIGINT) only tells `message` on standard error and sets a mark that
/// `tessera_was_interrupted` sees, so that work can end in good order; the second ends the process, as the
/// system does by default. `message` lives as long as the process.
void tessera_catch_interrupt(const char *message);
bool tessera_was_interrupted(void);

#endif
