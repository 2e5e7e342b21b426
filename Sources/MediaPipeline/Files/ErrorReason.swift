import Essentials
package import Findings
import PushDelivery
import SystemPackage

extension Error {
  /// Why something did not come about, in the words of whoever refused it: without the path, which a diagnostic has as its subject, and
  /// without Foundation's words for what it does not want to say.
  package var reason: String {
    switch self {
    case let error as FileSystemError: error.reason
    case let error as Errno: error.description
    case let error as CocoaError: error.cause
    case let error as DecodingError: error.explanation
    case let error as any LocalizedError: error.errorDescription ?? "\(error)"
    // Foundation has a description for every error, and it tells a number.
    default: "\(self)"
    }
  }

  /// True when the disk or the user's quota is full, whoever says so.
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
  /// The system refused something: that its disk is full where that is why, and else what `incident` says.
  ///
  /// - Parameter remedy: what helps unless the disk is full; nil: the incident's own.
  package static func refused(
    _ incident: Incident, _ subject: Subject, _ message: String, by error: any Error, remedy: String? = nil
  ) -> Diagnostic {
    guard error.isOutOfSpace else { return Diagnostic(incident, subject, message, remedy: remedy) }
    // Who names a place for temporary files may name one with room.
    return .diskFull(subject, message, remedy: (error as? FileSystemError)?.remedy)
  }
}

extension MediaError {
  /// The system refused something that work on a file needs: that its disk is full where that is why.
  ///
  /// - Parameter what: what did not come about, as a sentence.
  static func refused(_ what: String, by error: any Error) -> MediaError {
    let detail = "\(what): \(error.reason)"
    return error.isOutOfSpace ? .diskFull(detail: detail) : .machine(detail: detail)
  }
}

extension CocoaError {
  /// What the system said, where it did.
  fileprivate var cause: String {
    if let system = underlying as? POSIXError { return Errno(system).description }
    return "Foundation has the error \(code.rawValue) for it"
  }
}

extension DecodingError {
  /// Which part of the JSON is not as it should be.
  fileprivate var explanation: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context.debugDescription
    @unknown default: "its JSON is not of the form that is read"
    }
  }
}
