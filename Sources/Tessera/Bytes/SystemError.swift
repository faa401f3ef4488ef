import Glibc

extension TesseraError {
  /// The error for a call that the operating system refused.
  ///
  /// - Parameters:
  ///   - action: what was tried, as in "write 4096 bytes".
  ///   - code: `errno` right after the call.
  package static func system(_ code: Int32, _ action: String, file: String) -> TesseraError {
    let kind: Kind = code == ENOENT || code == ENOTDIR ? .notFound : .io
    var detail = "cannot \(action): \(String(cString: strerror(code)))"
    if let advice = advice(for: code) { detail += "; \(advice)" }
    return TesseraError(kind, file: file, detail)
  }

  private static func advice(for code: Int32) -> String? {
    switch code {
    case ENOSPC, EDQUOT: "free some space and try again, the last commit is untouched"
    case EACCES, EPERM: "check the owner and the permissions of the file and its folder"
    case EROFS: "the file system is mounted read-only, use a folder elsewhere or mount it writable"
    case EMFILE: "raise the limit of open files (ulimit -n) or close some indexes"
    case ENFILE: "the whole system has too many files open, close some programs"
    case ENOMEM: "the process may map no more memory, raise its limit (ulimit -v, vm.max_map_count)"
    case EFBIG: "the file system or a limit (ulimit -f) takes no larger file"
    case ENOENT: "check the path"
    case ENOTDIR, EEXIST: "a file stands where a folder is needed, check the path"
    case EIO: "the disk failed, copy what you can from it and run verify"
    default: nil
    }
  }
}

/// Calls again as long as a signal interrupts it.
@inline(__always)
func retryingOnInterrupt<Value: SignedInteger>(_ call: () -> Value) -> Value {
  while true {
    let value = call()
    if value != -1 || errno != EINTR { return value }
  }
}
