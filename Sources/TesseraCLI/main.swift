import Glibc

exit(TesseraCommand.run(Array(CommandLine.arguments.dropFirst())))
