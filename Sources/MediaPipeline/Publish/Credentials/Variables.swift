import Findings
import Libraries
import PushDelivery

/// Variables of the environment that are not empty. Descriptions show no values: some are keys and tokens.
struct Variables: Sendable, CustomStringConvertible, CustomReflectable {
  /// All, for a program that inherits them.
  let all: [String: String]

  init(_ environment: [String: String]) { all = environment.filter { !$0.value.isEmpty } }

  subscript(_ name: String) -> String? { all[name] }

  func setting(_ name: String, to value: String) -> Variables { Variables(all.merging([name: value]) { $1 }) }

  var description: String { "<variables>" }
  var customMirror: Mirror { Mirror(self, children: []) }
}

/// A file that holds a token.
enum SecretFile {
  /// Reads it again each time: it may be new.
  ///
  /// - Parameter key: the setting that names the file.
  static func read(_ path: String, named key: String) throws(ObjectStoreError) -> Secret {
    let text = String(decoding: try bytes(path, named: key), as: UTF8.self).trimmed
    guard !text.isEmpty, text.isLine else {
      throw .noCredentials("\(path) holds no token", remedy: "let \(key) name a file with a token")
    }
    return Secret(text)
  }

  static func bytes(_ path: String, named key: String) throws(ObjectStoreError) -> [UInt8] {
    do throws(FileSystemError) {
      return try FileReading.bytes(of: path, limit: 65_536)
    } catch {
      throw .noCredentials(error.description, remedy: "let \(key) name a file that can be read")
    }
  }
}

extension String {
  /// Whether it can be a field's value.
  var isLine: Bool { utf8.allSatisfy { (0x20...0x7E).contains($0) } }

  /// Whether it fits into a field, between blanks.
  var isToken: Bool { !isEmpty && utf8.allSatisfy { (0x21...0x7E).contains($0) } }
}

/// URLs that secrets may be sent to: https without a user, and some of plain http.
enum SafeURL {
  /// Plain http if only this machine or its network can listen. Nil for any other URL, and for one with a query or a fragment.
  static func ofSecrets(_ text: String) -> StrictURL? {
    guard let url = parsed(text, plain: \.isPrivate), url.query == nil, url.fragment == nil else { return nil }
    return url
  }

  /// Plain http to this machine or its link, where clouds have their identity services.
  static func orNearby(_ text: String) -> StrictURL? {
    parsed(text) { host in host.address.map(LocalAddress.contains) ?? host.isLoopback }
  }

  /// Plain http to this machine only.
  static func onMachine(_ text: String) -> StrictURL? { parsed(text, plain: \.isLoopback) }

  private static func parsed(_ text: String, plain: (URLHost) -> Bool) -> StrictURL? {
    guard let url = try? StrictURL(text), url.userInfo == nil else { return nil }
    return url.scheme == "https" || url.scheme == "http" && plain(url.host) ? url : nil
  }
}

/// Addresses whose packets stay on the machine or its link: loopback, link-local, and the IPv6 addresses of Amazon's machine services.
enum LocalAddress {
  static func contains(_ address: SocketAddress) -> Bool { IPAddress(bytes: address.bytes).map(contains) ?? false }

  static func contains(_ address: IPAddress) -> Bool {
    switch address {
    case .v4(let number): number >> 24 == 127 || number >> 16 == 0xA9FE
    case .v6(let groups):
      groups == [0, 0, 0, 0, 0, 0, 0, 1] || groups[0] & 0xFFC0 == 0xFE80 || groups.prefix(2) == [0xFD00, 0x0EC2]
    }
  }
}
