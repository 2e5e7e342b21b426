/// A path that only a shell or another system understands: a program would create a folder named `~`.
package struct ForeignPath: Hashable, Sendable {
  /// Why it cannot be meant, as a message says it after the path.
  package let reason: String
  package let remedy: String

  private static let home = #"~([A-Za-z][A-Za-z0-9_-]*)?(/|$)"#
  private static let variable = #".*\$[A-Za-z_{(]"#
  private static let windows = #"[A-Za-z]:[\\/]|.*\\|.*%[A-Za-z_][A-Za-z0-9_]*%"#
  private static let address = #"[Ff][Ii][Ll][Ee]:"#

  /// Beginnings of no path, as a regular expression of JSON Schema.
  package static let beginnings = [home, variable, windows, address].joined(separator: "|")

  /// - Returns: nil for a path that needs no shell.
  package init?(_ path: String) {
    let marks = path.contains { "~$\\:%".contains($0) }
    guard marks, let found = Self.forms.first(where: { path.prefixMatch(of: $0.pattern) != nil }) else { return nil }
    (reason, remedy) = (found.reason, found.remedy)
  }

  nonisolated(unsafe) private static let forms: [(pattern: Regex<AnyRegexOutput>, reason: String, remedy: String)] =
    [
      (home, "only a shell takes `~` for a home folder", "write the whole path, as in /home/anna/pictures"),
      (variable, "only a shell replaces a variable with its value", "write the value of the variable"),
      (windows, "it is written as on Windows", "write it as this system names it, with `/` between folders"),
      (address, "it is a URL", "write the path without `file://`"),
    ].compactMap { pattern, reason, remedy in (try? Regex(pattern)).map { ($0, reason, remedy) } }
}
