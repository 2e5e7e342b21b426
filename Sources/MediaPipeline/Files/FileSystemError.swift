package import Findings
public import SystemPackage

/// The file system refused something.
public struct FileSystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried, as a verb phrase: `write`, `rename`.
  public let operation: String
  public let path: String
  /// Why.
  public let code: Errno
  /// What helps, where more is known than the code tells.
  public let remedy: String?

  package init(_ operation: String, _ path: String, _ code: Errno, remedy: String? = nil) {
    self.operation = operation
    self.path = path
    self.code = code
    self.remedy = remedy
  }

  /// The same about another path of it.
  func about(_ path: String) -> FileSystemError {
    FileSystemError(operation, path, code, remedy: remedy)
  }

  /// What was refused, where the path is told elsewhere: `cannot write it: No space left on device`.
  public var message: String {
    // An operation of several words names what it is about: `create the folder`.
    "cannot \(operation.contains(" ") ? operation : operation + " it"): \(reason)"
  }

  /// True when the disk or the user's quota is full.
  public var isOutOfSpace: Bool { code.isOutOfSpace }

  /// True when nothing has this path.
  var isMissing: Bool { code == .noSuchFileOrDirectory }

  /// True when nothing that is wanted can have this path: a file where a folder should be or the reverse, a name that is too long,
  /// links in a ring.
  package var isAboutThePath: Bool {
    [.notDirectory, .isDirectory, .fileNameTooLong, .tooManySymbolicLinkLevels].contains(code)
  }

  /// True when the same may go well at another time, whatever the file: too little of something, or a disk that fails.
  var isOfTheMachine: Bool {
    [
      .tooManyOpenFiles, .tooManyOpenFilesInSystem, .ioError, .noMemory, .staleNFSFileHandle, .interrupted,
      .resourceTemporarilyUnavailable,
    ]
    .contains(code) || isOutOfSpace
  }

  /// The system's words for the code; of a full disk also which, since the folder that was named does not tell.
  public var reason: String {
    isOutOfSpace ? "\(code) (on the file system at \(DiskSpace.mountPoint(of: path)))" : code.description
  }

  public var description: String { "cannot \(operation) \(path): \(reason)" }
}

extension FileSystemError {
  /// What `work` gives, where an `Errno` becomes an error that tells what was tried.
  static func naming<Value>(
    _ operation: String, _ path: String, _ work: () throws -> Value
  ) throws(FileSystemError) -> Value {
    do { return try work() } catch {
      throw FileSystemError(operation, path, error as? Errno ?? .ioError)
    }
  }
}

extension FileSystemError {
  /// The same with words, where it is nobody's fault but the machine's.
  var failure: Diagnostic { failure(message, remedy: remedy) }

  /// - Parameter remedy: what helps unless the disk is full; nil: the incident's own.
  package func failure(_ message: String, remedy: String? = nil) -> Diagnostic {
    .refused(.machineFailed, .init(.file, path), message, by: self, remedy: remedy)
  }

  /// The same with words, where it keeps a file from being written.
  ///
  /// - Parameter remedy: what helps unless the disk is full; nil: the incident's own.
  func diagnostic(of path: String, _ message: String, remedy: String? = nil) -> Diagnostic {
    .refused(.machineWriteFailed, .init(.file, path), message, by: self, remedy: remedy ?? self.remedy)
  }
}
