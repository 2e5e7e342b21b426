import Essentials
package import Findings
import PushDelivery
public import SystemPackage

/// The file system refused something.
public struct FileSystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The operation, as a verb phrase: `write`, `rename`.
  public let operation: String
  public let path: String
  /// Why.
  public let code: Errno
  /// How to fix it, if more is known than the code.
  public let remedy: String?

  package init(_ operation: String, _ path: String, _ code: Errno, remedy: String? = nil) {
    (self.operation, self.path, self.code, self.remedy) = (operation, path, code, remedy)
  }

  /// The refused operation, without the path: `cannot write it: No space left on device`.
  public var message: String {
    // An operation of several words names its object: `create the folder`.
    "cannot \(operation.contains(" ") ? operation : operation + " it"): \(reason)"
  }

  /// True if the disk or the user's quota is full.
  public var isOutOfSpace: Bool { code.isOutOfSpace }

  var isMissing: Bool { code == .noSuchFileOrDirectory }

  /// True if no wanted file can have this path: a file where a folder should be or the reverse, a name that is too long, links in a ring.
  package var isAboutThePath: Bool {
    [.notDirectory, .isDirectory, .fileNameTooLong, .tooManySymbolicLinkLevels].contains(code)
  }

  /// True if the same may succeed at another time, for any file: a shortage, or a failing disk.
  var isOfTheMachine: Bool {
    [
      .tooManyOpenFiles, .tooManyOpenFilesInSystem, .ioError, .noMemory, .staleNFSFileHandle, .interrupted,
      .resourceTemporarilyUnavailable,
    ]
    .contains(code) || isOutOfSpace
  }

  /// The system's text for the code; for a full disk also the file system, which the folder does not show.
  public var reason: String {
    isOutOfSpace ? "\(code) (on the file system at \(DiskSpace.mountPoint(of: path)))" : code.description
  }

  public var description: String { "cannot \(operation) \(path): \(reason)" }
}

extension FileSystemError {
  /// The result of `work`; an `Errno` becomes an error that names the operation.
  static func naming<Value>(
    _ operation: String, _ path: String, _ work: () throws -> Value
  ) throws(FileSystemError) -> Value {
    do { return try work() } catch { throw FileSystemError(operation, path, error as? Errno ?? .ioError) }
  }
}

extension FileSystemError {
  /// The diagnostic if the machine is at fault.
  var failure: Diagnostic { failure(message, remedy: remedy) }

  /// - Parameter remedy: the fix unless the disk is full; nil: the incident's own.
  package func failure(_ message: String, remedy: String? = nil) -> Diagnostic {
    .refused(.machineFailed, .init(.file, path), message, by: self, remedy: remedy)
  }

  /// The diagnostic if it keeps a file from being written.
  /// - Parameter remedy: the fix unless the disk is full; nil: the incident's own.
  func diagnostic(of path: String, _ message: String, remedy: String? = nil) -> Diagnostic {
    .refused(.machineWriteFailed, .init(.file, path), message, by: self, remedy: remedy ?? self.remedy)
  }
}

extension Error {
  /// Why something failed, in the words of the component that refused it: without the path, which is the diagnostic's subject, and without
  /// Foundation's vague phrases.
  package var reason: String {
    switch self {
    case let error as FileSystemError: error.reason
    case let error as Errno: error.description
    case let error as CocoaError: error.cause
    case is DecodingError: "its JSON is not of the form that is read"
    case let error as any LocalizedError: error.errorDescription ?? "\(error)"
    // Foundation has a description for every error, only a number.
    default: "\(self)"
    }
  }

  /// True if the disk or the user's quota is full, from any source.
  package var isOutOfSpace: Bool {
    switch self {
    case let error as FileSystemError: error.code.isOutOfSpace
    case let error as Errno: error == .noSpace || error == .diskQuotaExceeded
    case let error as CocoaError: (error.underlying as? POSIXError).map { Errno($0).isOutOfSpace } ?? false
    default: false
    }
  }
}

extension Errno {
  fileprivate init(_ error: POSIXError) { self.init(rawValue: error.code.rawValue) }
}

extension Diagnostic {
  /// The same about another name.
  func about(_ name: String) -> Diagnostic {
    var diagnostic = self
    diagnostic.subject.name = name
    return diagnostic
  }

  /// The system refused something: reported as a full disk if that is the cause, else as `incident`.
  /// - Parameter remedy: the fix unless the disk is full; nil: the incident's own.
  package static func refused(
    _ incident: Incident, _ subject: Subject, _ message: String, by error: any Error, remedy: String? = nil
  ) -> Diagnostic {
    guard error.isOutOfSpace else { return Diagnostic(incident, subject, message, remedy: remedy) }
    // If you name a temporary folder, you may name one with room.
    return Diagnostic(.machineDiskFull, subject, message, remedy: (error as? FileSystemError)?.remedy)
  }
}

extension MediaError {
  /// The system refused something that work on a file needs; reported as a full disk if that is the cause.
  /// - Parameter what: the failure, as a sentence.
  static func refused(_ what: String, by error: any Error) -> MediaError {
    let detail = "\(what): \(error.reason)"
    return error.isOutOfSpace ? .diskFull(detail: detail) : .machine(detail: detail)
  }
}

extension CocoaError {
  /// The system's message, if any.
  fileprivate var cause: String {
    if let system = underlying as? POSIXError { return Errno(system).description }
    return "Foundation has the error \(code.rawValue) for it"
  }
}

/// The free space of the file system that a folder is on.
enum DiskSpace {
  /// With less than this a run may fail: workers' results, such as a movie, are next to the published files until they are complete.
  static let leastBytes = 100_000_000

  /// The mount point of the file system that a path is on, or would be on. That file system needs room, whichever folder was written to.
  static func mountPoint(of path: String) -> String {
    let there = nearest(to: path)
    guard var folder = FileSystem.canonicalPath(there), let device = device(of: folder) else { return there }
    while folder != "/", self.device(of: FileSystem.parent(of: folder)) == device {
      folder = FileSystem.parent(of: folder)
    }
    return folder
  }

  /// The path itself if it exists, otherwise the nearest existing folder above it.
  static func nearest(to path: String) -> String {
    var folder = path.isEmpty ? "." : path
    while case .missing = FileSystem.kind(of: folder), folder != "/", folder != "." {
      folder = FileSystem.parent(of: folder)
    }
    return folder
  }

  /// A count of bytes for people: in MB, or in kB below 1 MB.
  static func text(_ bytes: Int) -> String { bytes < 1_000_000 ? "\(bytes / 1000) kB" : "\(bytes / 1_000_000) MB" }

  private static func device(of path: String) -> DeviceID? { (try? Stat(path))?.deviceID }
}
