/// How many pictures are worked on at once.
public enum JobCount: Hashable, Sendable {
  /// One for each processor.
  case automatic
  /// This many, 1 to 64.
  case fixed(Int)

  /// The numbers that `fixed` may have: beyond 64 workers memory runs out before processors do.
  public static let range = 1...64

  /// Reads `auto` or a number in `range`.
  public init?(_ text: String) {
    if text == "auto" {
      self = .automatic
    } else if let count = PlainText.integer(text), Self.range.contains(count) {
      self = .fixed(count)
    } else {
      return nil
    }
  }

  /// The number of workers on a machine with this many processors.
  public func count(processors: Int) -> Int {
    switch self {
    case .automatic: min(max(processors, Self.range.lowerBound), Self.range.upperBound)
    case .fixed(let count): count
    }
  }
}
