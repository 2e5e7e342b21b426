import Essentials
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
}

extension CocoaError {
  /// What the system said, where it did.
  fileprivate var cause: String {
    if let system = underlying as? POSIXError { return Errno(rawValue: system.code.rawValue).description }
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
