import Essentials
package import Findings
import PushDelivery
import SystemPackage

extension Error {
  /// Why something failed, in the words of the component that refused it: without the path, which is the diagnostic's subject, and without
  /// Foundation's vague phrases.
  package var reason: String {
    switch self {
    case let error as FileSystemError: error.reason
    case let error as Errno: error.description
    case let error as CocoaError: error.cause
    case let error as DecodingError: error.explanation
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
  /// The system refused something: reported as a full disk if that is the cause, else as `incident`.
  ///
  /// - Parameter remedy: the fix unless the disk is full; nil: the incident's own.
  package static func refused(
    _ incident: Incident, _ subject: Subject, _ message: String, by error: any Error, remedy: String? = nil
  ) -> Diagnostic {
    guard error.isOutOfSpace else { return Diagnostic(incident, subject, message, remedy: remedy) }
    // If you name a temporary folder, you may name one with room.
    return .diskFull(subject, message, remedy: (error as? FileSystemError)?.remedy)
  }
}

extension MediaError {
  /// The system refused something that work on a file needs; reported as a full disk if that is the cause.
  ///
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

extension DecodingError {
  /// The faulty part of the JSON.
  fileprivate var explanation: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context.debugDescription
    @unknown default: "its JSON is not of the form that is read"
    }
  }
}
