/// Names of columns and placeholders with a value for each person: names, orders, addresses.
enum PersonalName: Sendable {
  /// Only people have it.
  case sure
  /// Things may also have it: a product has a `name`.
  case likely

  private static let sureNames = Set(WordTable.leftovers["field"])
  private static let likelyNames = Set(WordTable.leftovers["weak"])
  private static let addresses = Set(WordTable.leftovers["you"])

  /// nil for another name. `First Name`, `first_name`, `contact.firstName` and `contact:firstname` are one name.
  init?(_ name: some StringProtocol) {
    let parts = name.split { ".:".contains($0) }.map { part in
      String(part.lowercased().filter { $0.isLetter || $0.isNumber })
    }
    let names = parts.suffix(1) + [parts.joined()]
    if names.contains(where: Self.sureNames.contains) {
      self = .sure
    } else if names.contains(where: Self.likelyNames.contains) {
      self = .likely
    } else {
      return nil
    }
  }

  /// Whether a text addresses one person.
  static func speaksToPerson(_ text: String) -> Bool {
    text.lowercased().split { !$0.isLetter && $0 != "'" }.contains { addresses.contains(String($0)) }
  }
}
