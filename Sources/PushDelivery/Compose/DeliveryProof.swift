/// Whether all URLs of a request were loaded as clients load them, and delivered the very bytes that were published.
///
/// Each form with comments says it in a line of its own; a body of FCM's API has no field for it, so that the index of the request
/// folder alone says it of those.
public enum DeliveryProof: String, Hashable, Sendable, Codable {
  case proven
  case unproven

  /// What a comment says of it, on one line.
  public var sentence: String {
    switch self {
    case .proven: "Proven: its URLs deliver what was published."
    case .unproven: "Unproven: nobody has loaded its URLs yet; `richpush verify` does."
    }
  }

  /// A file of requests in which every such comment says this. JSON and the literals of programs have no line break
  /// within a text, so that no line of a message can look like one.
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

/// Which URLs are known to deliver what was published.
public enum ProvenURLs: Hashable, Sendable {
  /// All to which a request may refer: each was loaded before.
  case all
  case only(Set<String>)

  /// Of a request that refers to these; one that refers to none has nothing to prove.
  package func proof(of urls: [String]) -> DeliveryProof {
    switch self {
    case .all: .proven
    case .only(let proven): urls.allSatisfy(proven.contains) ? .proven : .unproven
    }
  }
}
