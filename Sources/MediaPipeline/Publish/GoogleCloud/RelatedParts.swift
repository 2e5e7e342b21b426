/// Several bodies in one (https://datatracker.ietf.org/doc/html/rfc2387).
struct RelatedParts: Hashable, Sendable {
  let contentType: String
  let bytes: [UInt8]

  /// - Parameter boundary: occurs in none of the parts.
  init(boundary: String, parts: [(contentType: String, bytes: [UInt8])]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(parts.reduce(1000) { $0 + $1.bytes.count })
    for part in parts {
      bytes += Array("--\(boundary)\r\nContent-Type: \(part.contentType)\r\n\r\n".utf8)
      bytes += part.bytes
      bytes += Array("\r\n".utf8)
    }
    bytes += Array("--\(boundary)--\r\n".utf8)
    self.bytes = bytes
    contentType = "multipart/related; boundary=\(boundary)"
  }
}
