/// Whether all URLs of a request were loaded as clients load them, and delivered exactly the published bytes.
///
/// Each form with comments says it in a separate line. A body of FCM's API has no field for it; for those, only the index of the request
/// folder says it.
public enum DeliveryProof: String, Hashable, Sendable, Codable {
  case proven
  case unproven

  /// The sentence for a one-line comment.
  public var sentence: String {
    switch self {
    case .proven: "Proven: its URLs deliver what was published."
    case .unproven: "Unproven: nobody has loaded its URLs yet; `richpush verify` does."
    }
  }

  /// Replaces this line in every comment of a file of requests. JSON and program literals have no line breaks within texts, so a message's
  /// line cannot look like one.
  public func marking(_ file: [UInt8]) -> [UInt8] {
    let former: DeliveryProof = self == .proven ? .unproven : .proven
    let newline = UInt8(ascii: "\n")
    let marks = ["# ", "// "].map { Array(($0 + former.sentence).utf8) }
    let lines = file.split(separator: newline, omittingEmptySubsequences: false).map { line -> ArraySlice<UInt8> in
      let text = line.drop { $0 == UInt8(ascii: " ") }
      guard marks.contains(where: text.elementsEqual) else { return line }
      return line.dropLast(former.sentence.utf8.count) + Array(sentence.utf8)
    }
    return Array(lines.joined(separator: [newline]))
  }
}

/// URLs known to deliver the published bytes.
public enum ProvenURLs: Hashable, Sendable {
  /// All that a request may refer to: each was loaded before.
  case all
  case only(Set<String>)

  /// The proof for a request with these URLs; without URLs it needs none.
  package func proof(of urls: [String]) -> DeliveryProof {
    switch self {
    case .all: .proven
    case .only(let proven): urls.allSatisfy(proven.contains) ? .proven : .unproven
    }
  }
}
