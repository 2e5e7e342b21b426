import Findings

/// Answers in a form that some clients do not read, although others do.
extension LoadingClient {
  /// Why a client cannot read an answer of a chain; nil if it can.
  func framingFault(of hops: [Hop]) -> String? {
    hops.lazy.compactMap { hop in
      switch self {
      case .android: androidFault(hop)
      case .ios: transferCodingFault(hop)
      case .chrome: chromeFault(hop)
      }
    }.first
  }

  /// The first line is read letter by letter, and the whole of `Transfer-Encoding` has to be `chunked` (AOSP external/okhttp,
  /// StatusLine.parse and Http1xStream.getTransferStream).
  private func androidFault(_ hop: Hop) -> String? {
    if !hop.statusLine.isEmpty, !hop.hasStrictStatusLine {
      return "the first line is \(hop.statusLine.quoted), and not HTTP/1.1, a space, three digits and a space"
    }
    // Of all numbers below zero only -1 means no length.
    if hop.transferCodings.isEmpty, let length = hop.header.values("Content-Length").last.flatMap({ Int($0) }),
      length < -1
    {
      return "Content-Length is \(length)"
    }
    guard hop.isOfHTTP1, let value = hop.header["Transfer-Encoding"], value.lowercased() != "chunked",
      hop.transferCodings.contains(where: { $0 != "identity" })
    else { return nil }
    return "Transfer-Encoding is \(value.quoted)"
  }

  /// Fields must not contradict each other, and HTTP/1.0 does not have chunks (Chromium, net/http/http_stream_parser.cc,
  /// ParseResponseHeaders; net/http/http_response_headers.cc, IsChunkEncoded).
  private func chromeFault(_ hop: Hop) -> String? {
    guard hop.isOfHTTP1 else { return nil }
    let lengths = hop.transferCodings.isEmpty ? ["Content-Length"] : []
    for name in lengths + ["Content-Disposition", "Location"] {
      let values = Set(name == "Location" ? hop.header.values(name) : hop.listed(name))
      if values.count > 1 { return "\(name) has \(values.count) values" }
    }
    if hop.protocolVersion == "HTTP/1.0", hop.transferCodings.contains("chunked") {
      return "it comes in pieces (Transfer-Encoding: chunked), which HTTP/1.0 does not have"
    }
    return transferCodingFault(hop)
  }

  /// No client asks for a transfer coding, so the body arrives packed.
  private func transferCodingFault(_ hop: Hop) -> String? {
    guard hop.isOfHTTP1, hop.transferCodings.contains(where: { !["chunked", "identity"].contains($0) }) else {
      return nil
    }
    return "Transfer-Encoding is \((hop.header["Transfer-Encoding"] ?? "").quoted)"
  }
}

extension Hop {
  fileprivate var isOfHTTP1: Bool { protocolVersion.hasPrefix("HTTP/1") }

  fileprivate var hasStrictStatusLine: Bool {
    statusLine.wholeMatch(of: #/(?:HTTP\/1\.[01]|ICY) [0-9]{3}(?: .*)?/#) != nil
  }

  fileprivate var transferCodings: [String] { header.list("Transfer-Encoding").map { $0.lowercased() } }

  /// The values of fields that a client reads as lists, split.
  fileprivate func listed(_ name: String) -> [String] { header.values(name).flatMap(ListedValues.split) }
}

/// The values of a field that a client reads as a list, even if the sender did not mean one (Chromium, net/http/http_response_headers.cc,
/// AddHeader).
enum ListedValues {
  /// Splits at commas that are not in double quotes. Empty values count.
  static func split(_ value: String) -> [String] {
    var values = [""]
    var (isQuoted, isEscaped) = (false, false)
    for character in value {
      if character == ",", !isQuoted {
        values.append("")
        continue
      }
      if character == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && character == "\\" && !isEscaped
      values[values.count - 1].append(character)
    }
    return values.map { String(trimmed($0[...])) }
  }
}
