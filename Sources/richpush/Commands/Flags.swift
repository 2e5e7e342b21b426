import ArgumentParser
import Findings
import MediaPipeline
import PushDelivery

/// Reads values of flags. A refusal says what is accepted.
enum FlagValue {
  static func retries(_ text: String) throws -> Int { try number(text, "a number", 0...100) }

  static func seconds(_ text: String) throws -> Int { try number(text, "a number of seconds", 1...86_400) }

  static func shards(_ text: String) throws -> Int { try number(text, "a number", 1...Shard.maximumCount) }

  static func jobs(_ text: String) throws -> Int { try number(text, "a number", JobCount.range) }

  static func port(_ text: String) throws -> UInt16 {
    UInt16(try number(text, "the number of a port", 0...Int(UInt16.max)))
  }

  /// Bytes or bits a second, from a modem's 1k to 100G: `500k`, `1.6M`.
  static func speed(_ text: String) throws -> Int {
    let units = ["k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9]
    guard let match = text.wholeMatch(of: /([0-9]+(?:\.[0-9]+)?)([kKMG]?)/), let number = Double(match.1),
      case let speed = (number * (units[String(match.2)] ?? 1)).rounded(), (1e3...1e11).contains(speed)
    else {
      throw FlagRefusal(.flag("speed"))
    }
    return Int(speed)
  }

  static func site(_ text: String) throws -> WebOrigin {
    guard let origin = WebOrigin(text.contains("://") ? text : "https://" + text) else {
      throw FlagRefusal("give the scheme and the host of a site, as in https://shop.example.com")
    }
    return origin
  }

  static func baseURL(_ text: String) throws -> String { try checked(text, .baseURL) }

  static func project(_ text: String) throws -> String { try checked(text, .project) }

  /// As in pipeline.yml or a variable.
  private static func checked(_ text: String, _ setting: Setting) throws -> String {
    let read = setting.read(text, at: .init(.configuration, setting.flag))
    if let value = read.value { return value }
    throw FlagRefusal(read.diagnostics.map { "\($0.message). To fix it: \($0.remedy)" }.first ?? "it cannot be read")
  }

  /// Platforms separated by commas: `android,ios`.
  static func platforms(_ text: String) throws -> Set<Platform> {
    let names = text.split(separator: ",").map { $0.trimmed.lowercased() }
    let platforms = names.compactMap(Platform.init(rawValue:))
    guard !names.isEmpty, platforms.count == names.count else {
      throw FlagRefusal("give " + Platform.allCases.map(\.rawValue).listed() + ", with commas between them")
    }
    return Set(platforms)
  }

  /// A format and its file: `sarif=check.sarif`.
  static func report(_ text: String) throws -> ReportFile {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let format = CheckFormat(rawValue: parts[0]), !["", "-"].contains(parts[1]) else {
      throw FlagRefusal(
        "give a format and a file, as in sarif=check.sarif; formats are "
          + CheckFormat.allCases.map(\.rawValue).listed())
    }
    return ReportFile(format: format, path: parts[1])
  }

  /// Rules and groups separated by commas: `http,ios.mutable-content`.
  static func rules(_ text: String) throws -> [RulePattern] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed).map { name in
      guard let pattern = RulePattern(name) else { throw FlagRefusal(RuleCatalog.standard.denial(of: name)) }
      return pattern
    }
  }

  private static func number(_ text: String, _ what: String, _ range: ClosedRange<Int>) throws -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw FlagRefusal("give \(what) from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}

/// The lines of texts/help.txt.
private let helpTexts = WordTable("texts/help.txt")

extension ArgumentHelp {
  /// The help of a flag, and the name of its value.
  static func text(_ name: String) -> ArgumentHelp {
    let parts = helpTexts[name][0].split(separator: " | ").map(String.init)
    return ArgumentHelp(parts[0], valueName: parts.dropFirst().first)
  }
}

extension CommandConfiguration {
  /// A command whose first line is its abstract, and whose others are paragraphs about it.
  init(_ name: String, version: String = "", shouldDisplay: Bool = true, subcommands: [any ParsableCommand.Type] = []) {
    let texts = helpTexts[name]
    self.init(
      commandName: name, abstract: texts[0], discussion: texts.dropFirst().joined(separator: "\n\n"), version: version,
      shouldDisplay: shouldDisplay, subcommands: subcommands)
  }
}

/// The patience of publishing to a store.
struct TransferOptions: ParsableArguments {
  @Option(help: .text("flags.retries"), transform: FlagValue.retries) var retries: Int?

  @Option(help: .text("flags.timeout"), transform: FlagValue.seconds) var timeout: Int?

  /// The store settings with these flags.
  func applied(to store: StoreSettings) -> StoreSettings {
    var store = store
    if let retries {
      store.retries.mostAttempts = retries + 1
      // More attempts also need more time.
      if retries >= RetryPolicy().mostAttempts { store.retries.totalLimit = store.retries.longestDelay * (retries + 1) }
    }
    if let timeout { (store.timeLimit, store.retries.totalLimit) = (.seconds(timeout), .seconds(timeout)) }
    return store
  }
}
