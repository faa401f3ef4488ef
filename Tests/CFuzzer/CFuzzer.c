#define _GNU_SOURCE
#include "CFuzzer.h"
#include <sys/mman.h>

// Weak: a usual build has no libFuzzer, and the tool says so.
__attribute__((weak)) int LLVMFuzzerRunDriver(int *argument_count, char ***arguments, cfuzzer_body body);

int cfuzzer_run(int argument_count, char **arguments, cfuzzer_body body) {
  if (LLVMFuzzerRunDriver == NULL) return -1;
  return LLVMFuzzerRunDriver(&argument_count, &arguments, body);
}

int cfuzzer_memory_file(void) { return memfd_create("tessera-fuzz", MFD_CLOEXEC); }
