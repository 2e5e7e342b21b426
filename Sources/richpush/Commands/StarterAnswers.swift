import ArgumentParser
import Essentials
import Findings
import MediaFacts
import MediaPipeline
import PushDelivery
import SystemPackage

/// What only the user knows of a new campaign; nil values become placeholders.
struct StarterAnswers {
  var source: Source?
  var target: Target?
  /// A public address, or a bucket.
  var place: Place?
  var baseURL: String?
  var region: String?
  var project: String?
  var platforms: Set<Platform>?

  /// The source of the messages.
  enum Source: String, CaseIterable, EnumerableFlag {
    case table, campaign
    case pictures = "from-pictures"

    static func name(for value: Source) -> NameSpecification { .customLong(value.rawValue) }

    static func help(for value: Source) -> ArgumentHelp? {
      switch value {
      case .table: "Messages are the rows of messages.csv: one for each picture to start from."
      case .campaign: "Messages are written in campaign.yml. (the default without messages.csv)"
      case .pictures: "Each picture becomes a message with the texts of `defaults`: no campaign.yml is written."
      }
    }
  }

  enum Target {
    case topic(String)
    case tokens

    var key: String { if case .topic = self { "topic" } else { "token" } }
    var value: String { if case .topic(let name) = self { name } else { OpenMarks.mark + "_TOKEN" } }

    /// `tokens`, or a topic's name.
    static func read(_ text: String) throws -> Target {
      if text.lowercased() == "tokens" { return .tokens }
      guard TopicName(rawValue: text) != nil else {
        throw FlagRefusal("give a topic's name, of letters, digits and -_.~%, or the word tokens")
      }
      return .topic(text)
    }
  }

  enum Kind: String, CaseIterable, ExpressibleByArgument { case directory, s3, gcs, azure }

  /// The destination: of a bucket, its name and the objects' prefix.
  struct Place {
    var kind: Kind
    var names = [String]()

    /// `s3://name`, `gs://name` or `azure://account/container`, each with an optional prefix.
    static func bucket(_ text: String) throws -> Place {
      let kinds: [String: Kind] = ["s3": .s3, "gs": .gcs, "azure": .azure]
      let parts = text.split(separator: "://", maxSplits: 1).map(String.init)
      let names = parts.last?.split(separator: "/").map(String.init) ?? []
      guard parts.count == 2, let kind = kinds[parts[0]], names.count >= (kind == .azure ? 2 : 1) else {
        throw FlagRefusal("give s3://name, gs://name or azure://account/container")
      }
      return Place(kind: kind, names: names)
    }
  }
}

/// The parts of a campaign in a folder, by their names.
struct FoundCampaign {
  /// As in pipeline.yml.
  let folder: String
  let pictures: [String]
  let source: StarterAnswers.Source?
  /// Tables and workbooks that are not read, where nothing else has the messages.
  let otherTables: [String]

  /// The existing file of messages.
  var file: String { source == .table ? InitCommand.tableName : InitCommand.campaignName }

  /// - Parameter named: the campaign folder; nil: the folder itself, or else the nearest inside with pictures or messages.
  init(in root: String, named: String?) {
    let candidates = named.map { [$0] } ?? Self.folders(in: root)
    let found = candidates.lazy.map { (folder: $0, names: Self.names(in: root + "/" + $0)) }
    let first = found.first { !Self.pictures($0.names).isEmpty || Self.source($0.names) != nil }
    (folder, pictures) = (first?.folder ?? named ?? ".", Self.pictures(first?.names ?? []))
    source = Self.source(first?.names ?? [])
    let isTable = /.+\.(csv|tsv|xlsx?|ods|numbers)/.ignoresCase()
    otherTables =
      source == nil
      ? (first?.names ?? []).filter { !".~".contains($0.prefix(1)) && $0.wholeMatch(of: isTable) != nil } : []
  }

  /// The folder itself and those inside, the nearest first. Pictures are not far below, and a home folder has many.
  private static func folders(in root: String) -> [String] {
    var (found, level) = (["."], ["."])
    for _ in 1...deepest {
      level = level.flatMap { folder in
        names(in: root + "/" + folder).filter { !$0.hasPrefix(".") && !["public", "payloads"].contains($0) }
          .map { folder == "." ? $0 : folder + "/" + $0 }
          .filter { FileSystem.kind(of: root + "/" + $0) == .folder }
      }
      level = Array(level.prefix(mostFolders))
      found += level
    }
    return found
  }

  private static let (deepest, mostFolders) = (3, 100)

  private static func source(_ names: [String]) -> StarterAnswers.Source? {
    names.contains(InitCommand.tableName) ? .table : names.contains(InitCommand.campaignName) ? .campaign : nil
  }

  private static func pictures(_ names: [String]) -> [String] {
    names.filter { MediaFormat.isMediaName($0) && !$0.hasPrefix(".") }
  }

  private static func names(in folder: String) -> [String] { FileSystem.names(in: folder).sorted() }
}

/// Asks for missing answers on a terminal.
struct Interview {
  let found: FoundCampaign
  let hasPipeline: Bool

  /// An empty line accepts the value in brackets, as does that word.
  func complete(_ answers: inout StarterAnswers) throws {
    if found.source == nil, answers.source == nil {
      answers.source = try Self.ask(
        "messages in a table, in campaign.yml, or one from each picture\n(table, campaign, from-pictures)", "campaign"
      ) { text in
        guard let source = StarterAnswers.Source(rawValue: text) else {
          throw FlagRefusal("give table, campaign or from-pictures")
        }
        return source
      }
    }
    if found.source == nil, answers.target == nil {
      answers.target = try Self.ask("topic that they go to, or tokens", "later", StarterAnswers.Target.read)
    }
    guard !hasPipeline else { return }
    if answers.place == nil, answers.baseURL == nil { try askForPlace(&answers) }
    if answers.place?.kind == .s3, answers.region == nil {
      answers.region = try Self.ask("region of the bucket, as in eu-west-1", "later") { $0 }
    }
    if answers.project == nil { answers.project = try Self.ask("Firebase project", "later", FlagValue.project) }
  }

  private func askForPlace(_ answers: inout StarterAnswers) throws {
    let question =
      "public address of the published pictures, as in https://cdn.your.domain/push/,\n"
      + "or a bucket, as in s3://name, gs://name or azure://account/container"
    _ = try Self.ask(question, "later") { text in
      if text.contains("://"), !text.hasPrefix("http") {
        answers.place = try StarterAnswers.Place.bucket(text)
      } else {
        answers.baseURL = try FlagValue.baseURL(text)
      }
    }
  }

  /// The folder's name is asked for before its contents are examined.
  static func folder(in root: String) throws -> String? {
    let usual = FoundCampaign(in: root, named: nil).folder
    return try ask("folder of the pictures", usual) { name in
      guard FileSystem.kind(of: root + "/" + name) == .folder else {
        throw FlagRefusal("there is no such folder in \(root == "." ? "this one" : root.quoted)")
      }
      return name.withoutTrailingSlash
    } ?? usual
  }

  private static func ask<Answer>(
    _ question: String, _ usual: String, _ read: (String) throws -> Answer
  ) throws -> Answer? {
    while true {
      try FileDescriptor.standardOutput.writeAll("\(question) [\(usual)]: ".utf8)
      guard let line = readLine()?.trimmed else {
        Console.standard.note("\nnothing is written: the input ended before the last question; --yes asks nothing")
        throw ExitCode(ExitStatus.usage.rawValue)
      }
      if line.isEmpty || line.lowercased() == usual { return nil }
      do { return try read(line) } catch {
        let reason = error.reason
        let refusal = reason.hasPrefix(line.quoted) ? reason : "\(line.quoted) is refused: \(reason)"
        let choice = usual == "later" ? "to decide later" : "for \(usual.printable)"
        try Console.standard.write("  \(refusal)\n  leave the line empty \(choice)")
      }
    }
  }
}
