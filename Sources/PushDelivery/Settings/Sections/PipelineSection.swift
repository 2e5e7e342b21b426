public import Findings
import MediaFacts

/// pipeline.yml while it is read: the values of its keys.
struct PipelineDraft: Sendable {
  var configuration = PipelineConfiguration()
  var android = StillProfile(.android)
  var ios = StillProfile(.ios)
  var web = StillProfile(.web)
  var universal = StillProfile(.universal)

  /// The whole of pipeline.yml. `kinds`: the kinds of destinations; the first is explained to beginners. `forms`: those that
  /// `compose.formats` may name.
  static func section(destinations kinds: DestinationKinds, forms: [RequestForm]) -> Section<PipelineDraft> {
    Section(PipelineDraft(), at: .pipeline()) {
      Key("version", checking: .version, standard: "1")
      Key("campaign", \.configuration.campaign, .filePath).example(.written("samples/campaign"))
      Key("profiles", \.self, profiles)
      Key("limits", \.configuration.sourceLimits, SourceLimits.section)
      Key("jobs", \.configuration.jobs, .jobs)
      Key("transfers", \.configuration.transfers, .integer(1...64))
      Key("worker", \.configuration.worker, WorkerLimits.section)
      Key("cache", \.configuration.cache, CacheSettings.section, orElse: CacheSettings.off)
      Key("publish", \.configuration.destinations, kinds.type).elements(kinds.outline).example(
        .lines { kinds.template })
      Key("publish-unused", \.configuration.publishesUnused, .bool)
      Key("report", \.configuration.reportPath, .filePath).example(.commentedOut("report.json"))
      Key("contact-sheet", \.configuration.contactSheetPath, .page).example(.commentedOut("sheet.html"))
      Key("app", \.self, app).example(.commentedOut("{name: Morgen, icon: icon.png}"))
      Key("requests", \.self, requests)
      Key("compose", \.configuration.compose, ComposeSettings.section(forms: forms))
      Key("defaults", \.configuration.messageDefaults, MessageDefaults.section)
      Key("messages", \.configuration.makesMessagesFromPictures, .choice(["from-pictures": true])).example(
        .commentedOut("from-pictures"))
      Key("check", \.self, check)
    }
  }

  private static let app = Section(PipelineDraft(), at: .pipeline("app")) {
    Key("name", \.configuration.appName, .text)
    Key("icon", \.configuration.appIconPath, .filePath)
  }

  private static let profiles = Section(PipelineDraft(), at: .pipeline("profiles")) {
    Key(
      "android", \.android,
      StillProfile.section(
        .android, bytes: .androidImageBytes, width: .androidVisibleWidth, height: .androidVisibleHeight))
    Key(
      "ios", \.ios,
      StillProfile.section(.ios, bytes: .appleImageBytes, width: .appleScreenSide, height: .appleScreenSide)
    ).example(.written("{max-bytes: 300_000, max-width: 1664, max-height: 1664, fit: inside}"))
    // Browsers document no limit in bytes; what Android takes, they take.
    Key(
      "web", \.web,
      StillProfile.section(.web, bytes: .androidImageBytes, width: .webVisibleWidth, height: .webVisibleHeight)
    ).example(.written("{max-bytes: 300_000, max-width: 1664, max-height: 900, fit: auto, aspect: \"2:1\"}"))
    Key(
      "universal", \.universal,
      StillProfile.section(
        .universal, bytes: .composerImageBytes, width: .androidVisibleWidth, height: .androidVisibleHeight)
    ).example(.commentedOut("{max-bytes: 300_000, max-width: 1664, max-height: 1136, fit: inside}"))
    Key("ios-motion", \.configuration.motionProfile, MotionProfile.section)
  }.after { mapping, draft, _ in
    draft.configuration.profiles = draft.stillProfiles { mapping[$0] != nil }
    let apples = draft.configuration.profiles.first { $0.platforms.contains(.ios) }
    draft.configuration.motionProfile.background = apples?.background ?? .white
  }

  /// One for each platform; `universal`, if named, serves all platforms that are not.
  private func stillProfiles(isNamed: (String) -> Bool) -> [Profile] {
    let own = [android, ios, web].map(\.profile)
    guard isNamed(universal.profile.name) else { return own }
    let named = own.filter { isNamed($0.name) }
    var rest = universal.profile
    rest.platforms = Set(Platform.allCases).subtracting(named.flatMap(\.platforms))
    return named + (rest.platforms.isEmpty ? [] : [rest])
  }

  static let check = Section(PipelineDraft(), at: .pipeline("check")) {
    Key("suppress", \.configuration.suppressions, .list(of: Suppression.section.type))
      .elements(Suppression.section.outline).example(.written("[]"))
  }
}

extension YAMLType<String> {
  /// The path of a page: a typing error must not replace a picture or campaign.yml.
  fileprivate static var page: YAMLType {
    let schema = JSONSchema.name("^(?!\(ForeignPath.beginnings))" + #"[^\u0000-\u001f\u007f]*\.[Hh][Tt][Mm][Ll]$"#)
    return YAMLType(schema) { value, reader in
      guard let path = reader.filePath(value) else { return nil }
      if path.lowercased().hasSuffix(".html") { return path }
      return reader.fail(.setting("page", path.quoted), value.subject)
    }.written { $0 }
  }
}

extension YAMLType<Int> {
  /// A file's `version`, which can only be 1.
  static var version: YAMLType {
    YAMLType(["const": 1]) { value, reader in
      guard let version = reader.integer(value, in: 0...Int.max), version != 1 else { return 1 }
      return reader.fail(.setting("version", "\(version)"), value.subject)
    }
  }
}

/// pipeline.yml: its reader, its schema, and an example. All of them come from the same descriptions of its keys.
public struct PipelineFile: Sendable {
  /// The longest text that is read, in bytes, as of all files in YAML.
  public static let mostBytes = YAMLDocument.maximumBytes

  private let section: Section<PipelineDraft>

  /// - Parameters:
  ///   - destinations: the kinds of destinations, in the order of texts.
  ///   - forms: those that `compose.formats` may name.
  public init(destinations: [any DestinationPlace.Type], forms: [RequestForm] = RequestForm.all) {
    section = PipelineDraft.section(destinations: DestinationKinds(destinations), forms: forms)
  }

  /// Reads a text. Every key may be missing; all problems are reported at once.
  public func read(_ text: String, file: String = "pipeline.yml") -> Checked<PipelineConfiguration> {
    YAMLReader.read(text, file: file) { reader, root in section.read(root, &reader)?.configuration }
  }

  /// The readable part of a text, to find further errors: keys with errors count as missing.
  public func readable(_ text: String) -> PipelineConfiguration {
    var configuration: PipelineConfiguration?
    _ = YAMLReader.read(text, file: "") { reader, root in configuration = section.read(root, &reader)?.configuration }
    return configuration ?? PipelineConfiguration()
  }

  /// One of these is in every file of ours, even with unknown keys. CI systems also have others, such as `jobs`.
  private static let ownKeys: Set = ["version", "publish", "campaign"]

  /// Whether a text belongs to another program with the same file name, such as Concourse: it has unknown keys and none of ours.
  public func isForeign(_ text: String) -> Bool {
    guard let root = YAMLDocument.root(of: text, file: "").value else { return false }
    let names = Set(root.membersByName.keys)
    return !names.isSubset(of: section.names) && names.isDisjoint(with: Self.ownKeys)
  }

  /// The JSON Schema as text.
  public var schema: [UInt8] {
    JSONText.pretty(JSONSchema.document("pipeline.yml of richpush", section.schema))
  }

  /// The text that `richpush init` writes, with every key and its meaning; the same as the file at the root of the repository.
  public var template: String {
    SectionTemplate.document(
      header: """
        What richpush makes of a campaign folder, and where it puts it.

        Every key may be left out; the values here are the ones that hold then, except where a comment says otherwise.
        Paths start from the folder of this file; those of flags and variables start from the current folder. A flag wins over
        an environment variable, and that wins over this file: --output and RICHPUSH_OUTPUT, --base-url and RICHPUSH_BASE_URL,
        --requests and RICHPUSH_REQUESTS, --project and RICHPUSH_PROJECT, --jobs and RICHPUSH_JOBS, --no-cache and
        RICHPUSH_NO_CACHE.
        """, section.outline)
  }

  /// All keys, which the handbook describes.
  package var outline: [KeyOutline] { section.outline }
}

extension Suppression {
  static let section = Section(
    Suppression(rule: RuleIdentifier(rawValue: ""), reason: "", subject: .init(.configuration, "")),
    at: .pipeline("check.suppress")
  ) {
    Key("rule", \.rule, .suppressibleRule).required
    Key("path", \.path, YAMLType.path.map { PathPattern($0) })
    Key("reason", \.reason, .text).required
    Key(
      "until", \.until,
      .parsed("day", JSONSchema.form("^[0-9]{4}-[0-9]{2}-[0-9]{2}$")) { CalendarDay($0) })
  }.after { mapping, suppression, _ in suppression.subject = mapping["until"]?.subject ?? mapping.subject }
}

extension YAMLType<RuleIdentifier> {
  /// A rule whose findings may be accepted.
  fileprivate static var suppressibleRule: YAMLType {
    let names = RuleCatalog.standard.identifiers.filter { !$0.isEnvironmental }.map(\.rawValue).sorted()
    return YAMLType(JSONSchema.choice(names)) { value, reader in
      guard let name = reader.string(value) else { return nil }
      let rule = RuleIdentifier(rawValue: name)
      guard RuleCatalog.standard.identifiers.contains(rule) else {
        let nearest = RuleCatalog.standard.nearest(to: name).map { "the nearest is \($0.rawValue.quoted); " }
        return reader.fail(.setting("rule", name.quoted, nearest ?? ""), value.subject)
      }
      guard !rule.isEnvironmental else { return reader.fail(.setting("machineRule", name.quoted), value.subject) }
      return rule
    }
  }
}
