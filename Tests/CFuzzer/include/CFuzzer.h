#ifndef TESSERA_CFUZZER_H
#define TESSERA_CFUZZER_H
// What the fuzzing tool asks of libFuzzer, which is linked by .ci/fuzz alone.
#include <stddef.h>
#include <stdint.h>

/// Takes one input; always 0.
typedef int (*cfuzzer_body)(const uint8_t *bytes, size_t count);

/// Runs libFuzzer by its own command line; -1 where it is not linked.
int cfuzzer_run(int argument_count, char **arguments, cfuzzer_body body);

/// An empty file in memory, open for reading and writing; -1 when there is none to be had.
int cfuzzer_memory_file(void);

#endif
