/// What the target of a request names inside of the folder that is served. It cannot leave the folder: a name that is `..`, or
/// that has a slash in it once it is decoded, is none.
public struct RequestPath: Hashable, Sendable {
  /// The names on the way, decoded: neither empty nor hidden, without slashes and control characters. None for the folder itself.
  public let names: [String]
  /// Whether it ends in a slash, as only the path of a folder may.
  public let isFolder: Bool

  /// Takes the target of a request line, as in `/a%20b.jpg?v=1` or, as proxies are asked, `http://host/a.jpg` (RFC 9112, section
  /// 3.2); nil when it names nothing that may be served.
  public init?(target: String) {
    let path = Self.withoutAuthority(target).prefix { $0 != "?" && $0 != "#" }
    guard path.utf8.first == slash else { return nil }
    let parts = path.utf8.dropFirst().split(separator: slash, omittingEmptySubsequences: false)
    isFolder = parts.last?.isEmpty ?? true
    let names = (isFolder ? parts.dropLast() : parts[...]).map { Self.name(Array($0)) }
    guard !names.contains(nil) else { return nil }
    self.names = names.compactMap { $0 }
  }

  private init(names: [String], isFolder: Bool) { (self.names, self.isFolder) = (names, isFolder) }

  /// The folder itself.
  public static let root = RequestPath(names: [], isFolder: true)

  /// The path of what lies in this folder under a name, which for a folder may end in a slash; nil when the name may not be asked
  /// for.
  public func appending(_ name: String) -> RequestPath? {
    let isFolder = name.hasSuffix("/")
    let plain = isFolder ? String(name.dropLast()) : name
    return Self.isAllowed(plain) ? RequestPath(names: names + [plain], isFolder: isFolder) : nil
  }

  /// The path below the folder.
  public var relative: String { names.joined(separator: "/") }

  private static func withoutAuthority(_ target: String) -> Substring {
    guard let match = target.prefixMatch(of: #/https?://[^/]+/#) else { return target[...] }
    return target[match.range.upperBound...]
  }

  /// A name, decoded once; nil when it may not be asked for.
  private static func name(_ encoded: [UInt8]) -> String? {
    guard let bytes = decoded(encoded), let name = String(validating: bytes, as: UTF8.self) else { return nil }
    return isAllowed(name) ? name : nil
  }

  /// Neither empty nor hidden, and one name alone.
  private static func isAllowed(_ name: String) -> Bool {
    guard let first = name.utf8.first, first != UInt8(ascii: "."), !name.utf8.contains(slash) else { return false }
    return !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// Percent-encoding undone (RFC 3986, section 2.1); nil when a percent sign has no two digits behind it.
  private static func decoded(_ encoded: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = encoded[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).isASCII ? Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) } : nil
  }
}

private let slash = UInt8(ascii: "/")
