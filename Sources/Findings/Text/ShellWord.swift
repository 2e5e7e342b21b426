/// Words for a POSIX shell (https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_02).
package enum ShellWord {
  /// A word that a shell takes literally.
  package static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: #"'\''"#) + "'" }

  /// The same, without quotes if a shell takes it literally anyway.
  package static func plain(_ text: String) -> String {
    !text.isEmpty && text.unicodeScalars.allSatisfy(harmless.contains) ? text : quoted(text)
  }

  /// A command whose words a shell takes literally. An equals sign would make the first an assignment.
  package static func command(_ words: [String]) -> String {
    words.enumerated().map { place, word in place == 0 && word.contains("=") ? quoted(word) : plain(word) }
      .joined(separator: " ")
  }

  private static let harmless = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,+@%".unicodeScalars)
}
