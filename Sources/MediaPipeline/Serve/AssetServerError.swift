import Essentials
import FlyingSocks

/// Why a server does not listen.
public struct AssetServerError: Error, Hashable, CustomStringConvertible {
  /// What did not come about.
  public enum Failure: Hashable, Sendable {
    /// This address is taken, is not this machine's or is not for this user: another one may do.
    case address
    /// The system has no means left for a server, wherever it listens.
    case start
    /// It listened, and then the system took that from it.
    case serving
  }

  public let address: ListeningAddress
  public let failure: Failure
  /// The system's words.
  public let detail: String

  init(_ address: ListeningAddress, _ failure: Failure, _ error: any Error) {
    (self.address, self.failure, detail) = (address, failure, error.socketReason)
  }

  /// What kept it from beginning.
  init(_ address: ListeningAddress, starting error: any Error) {
    let isAddress = [EADDRINUSE, EADDRNOTAVAIL, EACCES, EPERM, EAFNOSUPPORT].contains(error.socketCode)
    self.init(address, isAddress ? .address : .start, error)
  }

  public var description: String {
    let act = failure == .serving ? "can listen no longer" : "cannot listen"
    return "\(act) on \(address.host), port \(address.port): \(detail)"
  }
}

extension Error {
  /// The system's number; 0 where it gave none.
  var socketCode: CInt { if case .failed(_, let code, _)? = self as? SocketError { code } else { 0 } }

  /// The system's words without those of FlyingSocks around them.
  fileprivate var socketReason: String {
    if case .failed(_, _, let message)? = self as? SocketError { message } else { reason }
  }
}
