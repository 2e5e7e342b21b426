import Curl
import Findings
import PushDelivery

/// A URL that secrets may be sent to: https, or plain http if only this machine or its network can listen.
struct SecureURL: Hashable, Sendable {
  let text: String

  /// Nil for any other URL, and for one with a user, a query or a fragment.
  init?(_ text: String) {
    guard let url = try? StrictURL(text), url.userInfo == nil, url.query == nil, url.fragment == nil else { return nil }
    guard url.scheme == "https" || url.scheme == "http" && url.host.isPrivate else { return nil }
    self.text = text
  }
}

/// Addresses whose packets stay on the machine or its link.
enum LocalAddress {
  /// Loopback, link-local, and the IPv6 addresses of Amazon's machine services.
  static func contains(_ address: SocketAddress) -> Bool {
    switch IPAddress(bytes: address.bytes) {
    case .v4(let number): number >> 24 == 127 || number >> 16 == 0xA9FE
    case .v6(let groups):
      groups == [0, 0, 0, 0, 0, 0, 0, 1] || groups[0] & 0xFFC0 == 0xFE80 || groups.prefix(2) == [0xFD00, 0x0EC2]
    case nil: false
    }
  }

  /// A URL of such a host; nil for any other.
  ///
  /// - Parameter isOrSecure: whether https allows any host.
  static func url(_ text: String, orSecure isOrSecure: Bool) -> StrictURL? {
    guard let url = try? StrictURL(text), url.userInfo == nil else { return nil }
    return isOrSecure && url.scheme == "https" || url.scheme == "http" && contains(hostOf: url) ? url : nil
  }

  /// Whether a URL's host has such an address, or is `localhost`.
  private static func contains(hostOf url: StrictURL) -> Bool {
    if url.host.isLoopback { return true }
    return switch url.host {
    case .name: false
    case .ipv4(let bytes): contains(SocketAddress(bytes: bytes, port: 0))
    case .ipv6(let groups):
      contains(SocketAddress(bytes: groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }, port: 0))
    }
  }
}
