import Crypto
import Foundation

/// By what stores and caches compare what arrives with what was sent. Nothing here relies on it against malice.
struct MD5Digest: Hashable, Sendable {
  /// Sixteen.
  let bytes: [UInt8]

  init(of data: [UInt8]) { bytes = Array(Insecure.MD5.hash(data: data)) }

  /// As entity tags have it.
  var hex: String { bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

  /// As `Content-MD5` has it (https://datatracker.ietf.org/doc/html/rfc1864).
  var base64: String { Data(bytes).base64EncodedString() }
}
