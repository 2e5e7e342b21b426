import Findings

/// The text of a cell that is filled in but is not a real value.
enum FilledValue {
  private static let nothing = Set(WordTable.leftovers["nothing"] + WordTable.leftovers["error"])
  private static let longest = nothing.map(\.utf8.count).max() ?? 0
  /// Days since 1899-12-31, by which spreadsheets count: from the year 2000 to 2099.
  private static let days = 36_526...73_050
  private static let dateNames = WordTable.leftovers["date"]
  private static let timeNames = WordTable.leftovers["time"]
  private static let namesOfNames = Set(WordTable.leftovers.rows("name").joined())
  private static let forms = Set(WordTable.leftovers.rows("form").joined())
  private static let companies = Set(WordTable.leftovers.rows("company").joined())
  private static let nameless = Set(WordTable.leftovers["nameless"])

  /// What the text is instead of a value, as the end of a sentence; nil for a possible value.
  ///
  /// - Parameters:
  ///   - text: without white space at its ends.
  ///   - name: of its column.
  static func doubt(of text: String, named name: String) -> String? {
    if isNothing(text) { return "what programs write where a value is missing" }
    if text.count <= 3, text.allSatisfy({ "-–—_?.…/".contains($0) }) { return "a sign for a value that is missing" }
    if let remain = SpreadsheetRemains.first(in: text), remain.excerpt == text { return remain.origin }
    if SpreadsheetRemains.textMark(in: text) != nil { return SpreadsheetRemains.markOrigin }
    if TextRemains.isPlaceholder(text) { return "a placeholder that was not filled in" }
    if let form = formOfPrograms(text) { return form }
    if isDay(text), dateNames.contains(where: name.lowercased().hasSuffix) {
      return "a date as spreadsheets count days"
    }
    if text.hasPrefix("0"), timeNames.contains(where: name.lowercased().hasSuffix),
      text.wholeMatch(of: /0[.,][0-9]{2,}|0[.,]5/) != nil
    {
      return "a time as spreadsheets count it"
    }
    if text.utf8.count == 1, forms.contains(name.lowercased()) { return "a code and not a form of address" }
    let column = name.lowercased()
    guard isForNames(column) else { return nil }
    if let doubt = doubt(ofName: text) { return doubt }
    // Names of products and towns have commas as well.
    return (namesOfNames.contains(column) || PersonalName(name) != nil) && isLastFirst(text)
      ? "a last name before the first, as lists have it" : nil
  }

  private static func doubt(ofName text: String) -> String? {
    if isMailAddress(text) { return "a mail address and not a name" }
    if isTelephoneNumber(text) { return "a number and not a name" }
    if let form = formOfLists(text) { return form }
    return text.utf8.count < 16 && nameless.contains(text.lowercased()) ? "a word for a name that is missing" : nil
  }

  /// A name with a note in brackets, or a login.
  private static func formOfLists(_ text: String) -> String? {
    if text.last == ")", let bracket = text.firstIndex(of: "("), bracket > text.startIndex {
      let note = text[bracket...].dropFirst().lowercased()
      return asides.contains(where: note.hasPrefix) ? "a name with a note, which people would read" : nil
    }
    return isLogin(text) ? "a login and not a name" : nil
  }

  /// `Svensson, Anna`; not `Berg, Inc.` or `Anna, Karl och Eva`.
  private static func isLastFirst(_ text: String) -> Bool {
    guard text.utf8.contains(UInt8(ascii: ",")) else { return false }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.split(separator: " ") }
    return parts.count == 2 && parts.allSatisfy { (1...2).contains($0.count) }
      && parts.joined().allSatisfy { word in
        word.first?.isUppercase == true && word.allSatisfy { $0.isLetter || "-'’".contains($0) }
          && !companies.contains(word.lowercased())
      }
  }

  // These are asked for each row, where reading a regular expression would take most of the time.

  private static func isTelephoneNumber(_ text: String) -> Bool {
    guard let first = text.utf8.first, isDigit(first) || first == UInt8(ascii: "+"), text.utf8.count > 4 else {
      return false
    }
    return text.utf8.dropFirst().allSatisfy { isDigit($0) || " ()/-".utf8.contains($0) }
  }

  /// `anna.berg12`: two words in small letters, and a number.
  private static func isLogin(_ text: String) -> Bool {
    let isSmall = { (byte: UInt8) in (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
    let isSign = { (byte: UInt8) in byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") }
    let digits = text.utf8.reversed().prefix(while: isDigit).count
    let words = text.utf8.dropLast(digits)
    let first = words.prefix(while: isSmall).count
    return (1...6).contains(digits) && first > 1 && first + 1 < words.count && words.count < 62
      && words.allSatisfy { isSmall($0) || isSign($0) }
  }

  private static let asides = WordTable.leftovers["aside"]

  /// A date with its seconds, a list or JSON, as programs write them.
  private static func formOfPrograms(_ text: String) -> String? {
    guard let first = text.utf8.first, isDigit(first) || "[{".utf8.contains(first), text.utf8.count > 4 else {
      return nil
    }
    if isDigit(first) {
      let isLong = text.utf8.count > 18 && text.utf8.contains(UInt8(ascii: ":"))
      return isLong && text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}.*/) != nil
        ? "a date and a time as programs write them" : nil
    }
    return text.wholeMatch(of: /\[['"].*['"]\]|\{['"].*\}/) != nil ? "a list or JSON, as programs write it" : nil
  }

  /// Whether it is only what programs write where a value is missing.
  static func isNothing(_ text: String) -> Bool { text.utf8.count <= longest && nothing.contains(text) }

  /// Whether it is a day, perhaps with a fraction for the time.
  private static func isDay(_ text: String) -> Bool {
    let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { ".,".contains($0) }
    guard text.utf8.count < 24, let day = Int(parts[0]), days.contains(day) else { return false }
    return parts.count == 1 || parts[1].allSatisfy(\.isNumber)
  }

  /// Whether a column has the names of people. A user name may be an address.
  static func isForNames(_ column: String) -> Bool {
    column.contains("name") && !column.contains("user") || namesOfNames.contains(column)
  }

  /// Whether the whole text is one.
  static func isMailAddress(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "@")) && text.wholeMatch(of: /[^@\s]+@[^@\s]+\.[^@\s.]+/) != nil
  }
}

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
