#ifndef TESSERA_CVECTOR_FEATURES_H
#define TESSERA_CVECTOR_FEATURES_H
// What the processor can do, found out once.

#if defined(__x86_64__)
#include <immintrin.h>
#define HAS_X86 1
#define AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi2,popcnt,bmi,bmi2")))

static inline int has_avx2(void) {
  static int known = -1;
  if (known < 0) known = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
  return known;
}

static inline int has_avx512(void) {
  static int known = -1;
  if (known < 0)
    known = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
            __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi2") && has_avx2();
  return known;
}
#else
#define HAS_X86 0
#endif

#endif
