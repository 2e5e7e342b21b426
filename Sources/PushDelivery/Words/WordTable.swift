import Findings

// Tables of texts.
extension WordTable {
  /// Texts that programs, spreadsheets and templates leave.
  static let leftovers = WordTable("texts/leftovers.txt")

  /// Kinds of files.
  static let files = WordTable("texts/files.txt")

  /// Names of fields that FCM does not know.
  static let fields = WordTable("texts/fields.txt")

  /// Names in requests.
  static let requests = WordTable("texts/requests.txt")

  /// What clients offer, send and refuse.
  static let clients = WordTable("texts/clients.txt")

  /// URLs that people copy from their own screen, and pages about files.
  static let addresses = WordTable("texts/addresses.txt")
}
