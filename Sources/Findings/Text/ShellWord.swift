/// Words for a POSIX shell (https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_02).
package enum ShellWord {
  /// A word that a shell takes as it is, whatever is in it.
  package static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: #"'\''"#) + "'" }

  /// The same, without quotes where nothing in it means anything to a shell.
  package static func plain(_ text: String) -> String {
    !text.isEmpty && text.unicodeScalars.allSatisfy(harmless.contains) ? text : quoted(text)
  }

  /// A command of words that a shell takes as they are. With an equals sign in it the first would be an assignment.
  package static func command(_ words: [String]) -> String {
    words.enumerated().map { place, word in place == 0 && word.contains("=") ? quoted(word) : plain(word) }
      .joined(separator: " ")
  }

  private static let harmless = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,+@%".unicodeScalars)
}
