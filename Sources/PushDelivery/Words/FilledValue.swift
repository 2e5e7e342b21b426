import Findings

/// The text of a cell that is filled in but is not a real value.
enum FilledValue {
  private static let nothing = Set(WordTable.leftovers["nothing"] + WordTable.leftovers["error"])
  private static let longest = nothing.map(\.utf8.count).max() ?? 0
  /// Days since 1899-12-31, by which spreadsheets count: from the year 2000 to 2099.
  private static let days = 36_526...73_050
  private static let dateNames = WordTable.leftovers["date"]

  /// What the text is instead of a value, as the end of a sentence; nil for a possible value.
  ///
  /// - Parameters:
  ///   - text: without white space at its ends.
  ///   - name: of its column.
  static func doubt(of text: String, named name: String) -> String? {
    if text.utf8.count <= longest, nothing.contains(text) { return "what programs write where a value is missing" }
    if text.count <= 3, text.allSatisfy({ "-–—_?.…/".contains($0) }) { return "a sign for a value that is missing" }
    if let remain = SpreadsheetRemains.first(in: text), remain.excerpt == text { return remain.origin }
    if isDay(text), dateNames.contains(where: name.lowercased().hasSuffix) {
      return "a date as spreadsheets count days"
    }
    return isMailAddress(text) && isForNames(name.lowercased()) ? "a mail address and not a name" : nil
  }

  /// Whether it is a day, perhaps with a fraction for the time.
  private static func isDay(_ text: String) -> Bool {
    let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { ".,".contains($0) }
    guard text.utf8.count < 24, let day = Int(parts[0]), days.contains(day) else { return false }
    return parts.count == 1 || parts[1].allSatisfy(\.isNumber)
  }

  /// Whether a column has the names of people. A user name may be an address.
  private static func isForNames(_ column: String) -> Bool {
    column.contains("name") && !column.contains("user") || ["prénom", "prenom", "nombre", "nom"].contains(column)
  }

  /// Whether the whole text is one.
  static func isMailAddress(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "@")) && text.wholeMatch(of: /[^@\s]+@[^@\s]+\.[^@\s.]+/) != nil
  }
}
