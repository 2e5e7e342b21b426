package import Findings

/// Remedies for who writes a table. They name keys as campaign.yml has them, `media: {android: …}`; a table has columns, `media.android`.
extension [Diagnostic] {
  /// The same with columns in the remedies, except for findings in other files of keys. Cells have no quotes to leave out.
  package var inWordsOfTables: [Diagnostic] {
    var known: [String: String] = [:]
    return map { found in
      guard found.subject.kind != .configuration || found.subject.name == Campaign.tableName else { return found }
      let remedy = known[found.remedy] ?? TableRemedy.text(of: found.remedy)
      known[found.remedy] = remedy
      let isType = found.message.hasPrefix("expected ") && found.message.contains(noQuotes)
      guard remedy != found.remedy || isType else { return found }
      var found = found
      found.remedy = remedy
      if isType { found.message = found.message.replacing(noQuotes, with: "", maxReplacements: 1) }
      return found
    }
  }
}

private let noQuotes = " without quotes"

private enum TableRemedy {
  /// Keys of campaign.yml that are no columns.
  private static let keysOfCampaign: Set = ["values", "locales", "locales.list"]

  /// The words outside of backquotes stay, except those about keys.
  static func text(of remedy: String) -> String {
    let parts = remedy.replacing(" a `focal-point`", with: " `focal-point`").split(
      separator: "`", omittingEmptySubsequences: false
    ).map(String.init)
    // Every second part is in backquotes.
    guard parts.count % 2 == 1 else { return remedy }
    return parts.enumerated().map { index, part in
      index.isMultiple(of: 2)
        ? part.replacing("delete the key", with: "empty the cell").replacing(noQuotes, with: "")
        : code(part, isTold: parts[index + 1].hasPrefix(elsewhere))
    }.joined()
  }

  private static let elsewhere = " in campaign.yml"

  /// A key with its value, as a table has it.
  ///
  /// - Parameter isTold: whether the words after it say where the key is.
  private static func code(_ text: String, isTold: Bool) -> String {
    let elsewhere = isTold ? "" : elsewhere
    guard let colon = text.firstRange(of: ": ") else {
      if text == MessageKey.focalPoint.name { return "`\(text).x` and `\(text).y`" }
      return keysOfCampaign.contains(text) ? "`\(text)`\(elsewhere)" : "`\(text)`"
    }
    let (key, value) = (String(text[..<colon.lowerBound]), text[colon.upperBound...])
    guard TableColumns.known.contains(key) else {
      return keysOfCampaign.contains(key) ? "`\(text)`\(elsewhere)" : "`\(text)`"
    }
    guard value.hasPrefix("{"), !value.hasPrefix("{{"), value.hasSuffix("}") else {
      return "`\(value)` in the column `\(key)`"
    }
    let members = value.dropFirst().dropLast().split(separator: ",").map { $0.prefix { $0 != ":" }.trimmed }
    return columns(key == MessageKey.target.name ? members : members.map { "\(key).\($0)" })
  }

  private static func columns(_ names: [String]) -> String {
    (names.count == 1 ? "a column " : "the columns ") + names.map(\.quoted).listed()
  }
}
