import Findings

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The file system refused something.
public struct FileSystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried, as a verb phrase: `write`, `rename`.
  public let operation: String
  public let path: String
  /// The errno value.
  public let code: Int32

  /// Takes errno, so it must be made right after the call that failed.
  package init(_ operation: String, _ path: String, code: Int32 = errno) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// True when the disk or the user's quota is full.
  public var isOutOfSpace: Bool { code == ENOSPC || code == EDQUOT }

  /// The code for what stands where a folder should be.
  static let notAFolder = ENOTDIR

  /// True when nothing has this path.
  var isMissing: Bool { code == ENOENT }

  /// True when nothing can have this path: a file where a folder should be, a name that is too long, links in a ring.
  var isAboutThePath: Bool { [ENOTDIR, ENAMETOOLONG, ELOOP].contains(code) }

  /// The system's words for the code.
  public var reason: String { String(cString: strerror(code)) }

  public var description: String { "cannot \(operation) \(path): \(reason)" }
}

extension FileSystemError {
  /// The same with words, where it keeps a file from being written.
  ///
  /// - Parameter remedy: what helps unless the disk is full; nil: the incident's own.
  func diagnostic(of path: String, _ message: String, remedy: String? = nil) -> Diagnostic {
    let subject = Diagnostic.Subject(.file, path)
    return isOutOfSpace
      ? .diskFull(subject, message) : Diagnostic(.machineWriteFailed, subject, message, remedy: remedy)
  }
}
