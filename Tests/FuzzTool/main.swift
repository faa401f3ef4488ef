// The fuzzer's side: `.ci/fuzz` builds this with libFuzzer and calls it by `TESSERA_FUZZ_TARGET=NAME tessera-fuzz …`. With
// `TESSERA_FUZZ_SEEDS=FOLDER` it writes the seeds there and ends.
try FuzzRun.run()
