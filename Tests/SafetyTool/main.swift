// The long runs of Endurance, which `.ci/safety` starts, and the processes that they start themselves:
//
//   tessera-safety life [--minutes N | --operations N] [--seed N] [--documents N] [--folder FOLDER]
//   tessera-safety concurrency [--minutes N] [--documents N] [--rounds N] [--seed N] [--folder FOLDER]
//   tessera-safety sockets [--minutes N] [--seed N] [--folder FOLDER]
//   tessera-safety write FOLDER SEED DOCUMENTS WORDS OPERATION
//   tessera-safety ledger FOLDER
//   tessera-safety read FOLDER SEED
//   tessera-safety serve FOLDER
SafetyTool.run(Array(CommandLine.arguments.dropFirst()))
