/// A pattern of paths: `*` stands for any text within a component, and `**` as a whole component for any number of components, or for none.
/// Everything else is literal.
public struct PathPattern: Hashable, Sendable {
  public let text: String

  public init(_ text: String) { self.text = text }

  /// Whether the whole path matches. The time grows with the product of both lengths.
  public func matches(_ path: String) -> Bool {
    Wildcard.matches(components(of: path), components(of: text), isWild: { $0 == "**" }, fits: Self.fits)
  }

  private static func fits(_ component: String, _ pattern: String) -> Bool {
    Wildcard.matches(
      Array(component.unicodeScalars), Array(pattern.unicodeScalars), isWild: { $0 == "*" }, fits: { $0 == $1 })
  }

  /// Empty components stay, since URLs have them.
  private func components(of path: String) -> [String] {
    path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  }
}

/// Wildcard matching, for characters and for components.
private enum Wildcard {
  /// Backtracks only to the last wildcard: it can also take anything that an earlier one might take.
  static func matches<Element>(
    _ elements: [Element], _ pattern: [Element], isWild: (Element) -> Bool, fits: (Element, Element) -> Bool
  ) -> Bool {
    var (place, step) = (0, 0)
    var wildcard: (step: Int, place: Int)?
    while place < elements.count {
      if step < pattern.count, isWild(pattern[step]) {
        wildcard = (step, place)
        step += 1
      } else if step < pattern.count, fits(elements[place], pattern[step]) {
        (place, step) = (place + 1, step + 1)
      } else if let last = wildcard {
        wildcard = (last.step, last.place + 1)
        (place, step) = (last.place + 1, last.step + 1)
      } else {
        return false
      }
    }
    return pattern[step...].allSatisfy(isWild)
  }
}
