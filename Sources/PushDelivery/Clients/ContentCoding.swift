package import Findings

/// How a client handles a body's `Content-Encoding`.
package enum CodingOutcome: Hashable, Sendable {
  /// It decodes all of it, or needs not.
  case decoded
  /// It takes the bytes as they came: the field names no compression.
  case raw
  /// It takes the bytes as they came, even if compressed so.
  case packed(String)
  /// Its source is closed, and no document says that it decodes this coding.
  case unknown(String)
  /// It rejects the answer: the field is not a name list.
  case refused(String)
}

extension LoadingClient {
  /// - Parameter header: that of the answer whose body counts.
  package func coding(of header: HeaderFields) -> CodingOutcome {
    let names = ContentCoding.names(in: header)
    return switch self {
    case .android: androidCoding(header, names)
    case .ios: appleCoding(header, names)
    case .chrome: chromeCoding(header, names)
    }
  }

  /// The field's last value must be exactly `gzip`: neither a list nor the alias `x-gzip` counts (AOSP external/okhttp, HttpEngine.unzip).
  private func androidCoding(_ header: HeaderFields, _ names: [String]) -> CodingOutcome {
    header.values("Content-Encoding").last?.lowercased() == "gzip" ? .decoded : passing(names)
  }

  /// With one name that it does not know, including `identity` and an empty one, it decodes nothing (Chromium,
  /// net/url_request/url_request_http_job.cc, SetUpSourceStream).
  private func chromeCoding(_ header: HeaderFields, _ names: [String]) -> CodingOutcome {
    // Chromium, net/http/http_util.cc, ParseContentEncoding.
    if let broken = names.first(where: { $0.contains { "\"=;* \t".contains($0) } }) { return .refused(broken) }
    let known: Set = ["gzip", "x-gzip", "deflate", "br", "zstd"]
    return names.allSatisfy(known.contains) && !ContentCoding.hasGaps(header) ? .decoded : passing(names)
  }

  private func appleCoding(_ header: HeaderFields, _ names: [String]) -> CodingOutcome {
    let known: Set = ["gzip", "deflate", "br", "identity"]
    guard let other = names.first(where: { !known.contains($0) }) else {
      return names.isEmpty || !ContentCoding.hasGaps(header) ? .decoded : .unknown(header["Content-Encoding"] ?? "")
    }
    return other == "zstd" ? .packed(other) : .unknown(other)
  }

  /// The codings that it decodes, in the order in which they were applied.
  package func layers(of header: HeaderFields) -> [String] {
    let names = ContentCoding.names(in: header).filter { $0 != "identity" }
    return self == .android ? Array(names.suffix(1)) : names
  }

  private func passing(_ names: [String]) -> CodingOutcome {
    names.first(where: ContentCoding.packing.contains).map(CodingOutcome.packed) ?? (names.isEmpty ? .decoded : .raw)
  }
}

/// The names of `Content-Encoding`.
package enum ContentCoding {
  /// The compressions that clients decode today, as servers name them
  /// (https://www.iana.org/assignments/http-parameters/http-parameters.xhtml#content-coding).
  static let packing: Set<String> = ["gzip", "x-gzip", "deflate", "br", "zstd"]

  /// In lower case, in the order in which they were applied.
  package static func names(in header: HeaderFields) -> [String] {
    header.list("Content-Encoding").map { $0.lowercased() }.filter { !$0.isEmpty }
  }

  /// Whether a list has elements without a name, as in `gzip,`. Lists may have them
  /// (https://www.rfc-editor.org/rfc/rfc9110#section-5.6.1).
  static func hasGaps(_ header: HeaderFields) -> Bool {
    header.values("Content-Encoding").contains { value in
      value.split(separator: ",", omittingEmptySubsequences: false).contains { $0.allSatisfy(\.isWhitespace) }
    }
  }

  /// The codings of a field's value that some client decodes; nil if none does, as with `identity`, and with the `aws-chunked` that stores
  /// keep of an upload.
  package static func unpacked(of value: String) -> String? {
    names(in: HeaderFields([HeaderField("Content-Encoding", value)])).first(where: packing.contains)
  }
}
