// The benchmark runs of Tessera. `tessera-benchmark help` lists them; README.md says how to read what they print.
BenchmarkTool.run()
