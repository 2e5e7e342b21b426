public import Findings

/// Settings of flags and variables. Flags override environment variables, and those override pipeline.yml.
public enum Setting: String, Hashable, Sendable, CaseIterable {
  /// The name of the destination to publish to.
  case destination = "to"
  /// The folder that assets are published to.
  case output
  /// The URL under which that folder is served.
  case baseURL = "base-url"
  /// The folder for request files.
  case requests
  /// The Firebase project that the requests go to.
  case project
  /// The file for the run report.
  case report
  /// The page that shows what a run made of a campaign.
  case contactSheet = "contact-sheet"
  /// The output format.
  case format
  /// How many pictures are processed at once.
  case jobs
  /// The configuration file itself.
  case config
  /// Whether the caches are not used.
  case noCache = "no-cache"
  /// The address of a shared cache.
  case cacheURL = "cache-url"
  /// Whether entries are added to it.
  case cacheMode = "cache-mode"
  /// Whether nothing will be sent, so that requests may contain names of templates and samples.
  case trial

  /// The command-line flag, as in `--base-url`.
  public var flag: String { "--\(rawValue)" }

  /// The environment variable, as in `RICHPUSH_BASE_URL`.
  public var variable: String { Self.prefix + rawValue.uppercased().replacing("-", with: "_") }

  /// Those that decide a run's results: not those about this machine or the output. Machines share the cache.
  public static let decidingResults: Set<Setting> = [
    .destination, .output, .baseURL, .requests, .project, .trial, .cacheURL, .cacheMode,
  ]

  /// Variables that begin with it are meant for richpush.
  fileprivate static let prefix = "RICHPUSH_"
}

extension ConfigurationOverrides {
  /// Variables that are read besides those of settings: the shared cache's token, and those of the CI recipes.
  private static let otherVariables = ["CACHE_TOKEN", "PACKAGE", "PACKAGE_SHA256"].map { Setting.prefix + $0 }

  /// Findings about `RICHPUSH_…` variables that are not read, by name: an error if one of ours is misspelled, otherwise a note.
  public static func unknownVariables(in environment: [String: String]) -> [Diagnostic] {
    let known = Setting.allCases.map(\.variable) + otherVariables
    return environment.filter { $0.key.uppercased().hasPrefix(Setting.prefix) && !$0.value.isEmpty }.keys
      .filter { !known.contains($0) }.sorted().map { name in
        guard let meant = meant(by: name, known) else {
          return Diagnostic(
            .configurationUnknownVariable, .init(.configuration, name), "richpush does not read this variable")
        }
        return Diagnostic(
          .configurationUnknownKey, .init(.configuration, name), "there is no variable of this name",
          remedy: "write \(meant.quoted), or unset it")
      }
  }

  /// The variable of ours that a name misspells. In a short name two wrong letters make another word: `EXPORT` is not `REPORT`.
  private static func meant(by name: String, _ known: [String]) -> String? {
    func plain(_ name: String) -> String {
      String(name.uppercased().dropFirst(Setting.prefix.count)).filter { $0 != "_" }
    }
    let words = Dictionary(known.map { (plain($0), $0) }) { first, _ in first }
    let wanted = plain(name)
    guard let slip = NearestName.slip(wanted, among: words.keys.sorted()) else { return nil }
    let isSure =
      slip == wanted || NearestName.areOneSlipApart(wanted, slip)
      || wanted.count >= 8 && abs(wanted.count - slip.count) < 2
    return isSure ? words[slip] : nil
  }
}

/// How many pictures are processed at once.
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

/// How fast clients load assets, in bits a second.
public struct LinkSpeed: Hashable, Sendable {
  public let bitsPerSecond: Int

  /// From a modem's 1 kbit/s to 100 Gbit/s.
  public static let range = 1_000...100_000_000_000

  /// Reads a decimal number of bits a second, with `k`, `M` or `G` for a thousand, a million or a billion: `1600k`, `1.6M`.
  public init?(_ text: String) {
    let units: [Character: Double] = ["k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9]
    let unit = text.last.flatMap { units[$0] }
    guard let number = PlainText.number(String(unit == nil ? text[...] : text.dropLast())) else { return nil }
    let bits = (number * (unit ?? 1)).rounded()
    guard bits >= Double(Self.range.lowerBound), bits <= Double(Self.range.upperBound) else { return nil }
    bitsPerSecond = Int(bits)
  }
}
