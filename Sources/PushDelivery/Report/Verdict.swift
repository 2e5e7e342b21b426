public import Findings

/// Whether one client would show an asset.
public struct Verdict: Hashable, Sendable, Codable {
  public var platform: Platform
  public var shows: Showing
  /// The rules that keep it from being shown, or may; sorted.
  public var because: [RuleIdentifier]
  /// The reasons, a sentence without a full stop for each finding of these rules.
  public var why: [String]
  /// What would settle it, a clause for each unknown; empty for a certain verdict.
  public var settledBy: [String]

  public init(
    platform: Platform, shows: Showing, because: [RuleIdentifier] = [], why: [String] = [], settledBy: [String] = []
  ) {
    self.platform = platform
    self.shows = shows
    self.because = because
    self.why = why
    self.settledBy = settledBy
  }

  /// Whether a client shows a picture.
  public enum Showing: String, Hashable, Sendable, Codable {
    case yes
    /// The notification has only text.
    case no
    /// It cannot be known from here.
    case depends
  }
}

extension Verdict {
  /// The verdict for each chosen platform, from all findings about one asset: one obstacle is enough, and then uncertain findings do not
  /// matter.
  public static func of(_ platforms: Set<Platform>, after diagnostics: [Diagnostic]) -> [Verdict] {
    platforms.sorted().map { platform in
      let own = diagnostics.filter { ($0.platforms ?? Platform.allCases).contains(platform) }
      let obstacles = own.filter { $0.consequence(for: platform) == .textAlone }
      guard obstacles.isEmpty else { return Verdict(platform, .no, obstacles) }
      let doubts = own.filter { $0.settlement(on: platform) != nil }
      return Verdict(platform, doubts.isEmpty ? .yes : .depends, doubts)
    }
  }

  private init(_ platform: Platform, _ shows: Showing, _ reasons: [Diagnostic]) {
    self.init(
      platform: platform, shows: shows, because: Set(reasons.map(\.rule)).sorted { $0.rawValue < $1.rawValue },
      why: reasons.map(\.message).withoutRepetition,
      settledBy: shows == .depends ? reasons.compactMap { $0.settlement(on: platform) }.withoutRepetition : [])
  }
}

extension Diagnostic {
  /// What would settle whether it shows; nil if that is known.
  fileprivate func settlement(on platform: Platform) -> String? {
    if case .uncertain(let settledBy) = consequence(for: platform) { settledBy } else { nil }
  }
}

extension [String] {
  fileprivate var withoutRepetition: [String] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
