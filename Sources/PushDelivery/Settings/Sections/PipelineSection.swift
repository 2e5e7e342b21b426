import Findings
import MediaFacts

/// pipeline.yml while it is read: the values of its keys.
struct PipelineDraft: Sendable {
  var configuration = PipelineConfiguration()
  var android = StillProfile(.android)
  var ios = StillProfile(.ios)
  var web = StillProfile(.web)
  var universal = StillProfile(.universal)
}

extension PipelineDraft {
  /// The whole of pipeline.yml.
  ///
  /// - Parameters:
  ///   - kinds: the kinds of destinations; the first is explained to beginners.
  ///   - forms: those that `compose.formats` may name.
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
    Key("android", \.android, StillProfile.section(.android, within: .android))
    Key("ios", \.ios, StillProfile.section(.ios, within: .ios)).example(
      .written("{max-bytes: 300_000, max-width: 1664, max-height: 1664, fit: inside}"))
    Key("web", \.web, StillProfile.section(.web, within: .web)).example(
      .written("{max-bytes: 300_000, max-width: 1664, max-height: 900, fit: cover, aspect: \"2:1\", crop: attention}"))
    Key("universal", \.universal, StillProfile.section(.universal, within: .universal)).example(
      .commentedOut("{max-bytes: 300_000, max-width: 1664, max-height: 1136, fit: inside}"))
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
    let others = Set(Platform.allCases).subtracting(named.flatMap(\.platforms))
    return named + (others.isEmpty ? [] : [universal.profile.serving(others)])
  }
}

extension YAMLType<String> {
  /// The path of a page: a typing error must not replace a picture or campaign.yml.
  fileprivate static var page: YAMLType {
    let schema = JSONSchema.name(
      "^(?!\(ForeignPath.beginnings))" + #"[^\u0000-\u001f\u007f]*\.[Hh][Tt][Mm][Ll]$"#)
    return YAMLType(schema) { value, reader in
      guard let path = reader.filePath(value) else { return nil }
      if path.lowercased().hasSuffix(".html") { return path }
      reader.report(
        .configurationValue, value.subject, "\(path.quoted) is not the name of a page",
        remedy: "give a file's name that ends in `.html`")
      return nil
    }.written { $0 }
  }
}

extension YAMLType<Int> {
  /// A file's `version`, which can only be 1.
  static var version: YAMLType {
    YAMLType(["const": 1]) { value, reader in
      guard let version = reader.integer(value, in: 0...Int.max), version != 1 else { return 1 }
      reader.report(
        .configurationVersion, value.subject, "version \(version) is not known: this richpush reads version 1")
      return nil
    }
  }
}
