#ifndef TESSERA_INTERRUPTION_H
#define TESSERA_INTERRUPTION_H
#include <stdbool.h>

/// From now on the first interrupt (SIGINT) only sets a mark that `tessera_was_interrupted` tells, so that
/// work can end in good order; the second ends the process, as the system does by default.
void tessera_catch_interrupt(void);
bool tessera_was_interrupted(void);

#endif
