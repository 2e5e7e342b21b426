/// Finds aliases without parsing.
enum YAMLAliases {
  /// The first `*name` for which the text has an `&name` too. Text that only looks like an alias (`*bold*`) has no
  /// such partner; an alias that the parser would follow always has one.
  static func first(in text: [Unicode.Scalar]) -> (name: String, offset: Int)? {
    let anchors = Set(names(after: "&", in: text).map(\.name))
    guard !anchors.isEmpty else { return nil }
    return names(after: "*", in: text).first { anchors.contains($0.name) }
  }

  private static func names(after mark: Unicode.Scalar, in text: [Unicode.Scalar]) -> [(name: String, offset: Int)] {
    text.indices.compactMap { offset in
      guard text[offset] == mark else { return nil }
      let name = text[(offset + 1)...].prefix(while: isNameScalar)
      return name.isEmpty ? nil : (String(String.UnicodeScalarView(name)), offset)
    }
  }

  /// The characters of which libyaml makes the names of anchors.
  private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "A"..."Z", "a"..."z", "_", "-": true
    default: false
    }
  }
}
