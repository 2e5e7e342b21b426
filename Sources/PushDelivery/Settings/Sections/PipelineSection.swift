import Findings
import MediaFacts

/// pipeline.yml while it is read: what its keys say one by one.
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
  ///   - kinds: the kinds of destinations that there are; the first is explained to who begins.
  ///   - forms: those that `compose.formats` may name.
  static func section(destinations kinds: DestinationKinds, forms: [RequestForm]) -> Section<PipelineDraft> {
    Section(PipelineDraft()) {
      Key("version", checking: .version, "The version of this file's layout.", standard: "1")
        .comment("The version of this file's layout: 1.")
        .reference("The layout of this file. Another number is refused rather than misread.")
      Key(
        "campaign", \.configuration.campaign, .path, "The campaign folder when none is named on the command line."
      ).comment(
        "The campaign folder to work on when none is named on the command line. No default.",
        example: .written("samples/campaign")
      ).reference(
        "The campaign folder to work on when none is named on the command line.", standard: "none; the current folder")
      Key("profiles", \.self, profiles, "What is made of each picture, animation and video.")
        .comment(
          "What is made of each picture, animation and video. Numbers may be stricter than the clients' limits and never looser."
        )
      Key("limits", \.configuration.sourceLimits, SourceLimits.section, "What is refused before it is decoded.")
      Key("jobs", \.configuration.jobs, .jobs, "How many pictures and videos are worked on at once.")
        .comment("How many pictures and videos are worked on at once: auto (one for each processor) or 1 to 64.")
        .reference(
          "How many worker processes, so how many pictures and videos at once. `auto` is one for each processor: each worker "
            + "is single-threaded. Beyond 64, memory runs out before processors do.")
      Key(
        "transfers", \.configuration.transfers, .integer(1...64),
        "How many transfers to a bucket are in flight at once."
      )
      .comment("How many transfers to a bucket are in flight at once, {range}. Rendering goes on meanwhile.")
      .reference("How many transfers to a bucket are in flight at once. Rendering goes on meanwhile.")
      Key("worker", \.configuration.worker, WorkerLimits.section, "What a worker process may use for one file.")
        .comment("What a worker process may use for one picture, animation or video.")
      Key(
        "cache", \.configuration.cache, CacheSettings.section, "Where renditions are kept between runs, or off.",
        orElse: CacheSettings.off
      ).comment("Where renditions are kept between runs; `cache: off` keeps none.")
        .reference("`off` keeps nothing.", standard: "")
      Key("publish", \.configuration.destinations, kinds.type, "Where renditions are published.")
        .comment(
          "Where renditions are published: the first of these, or the one that --to names.",
          example: .lines(kinds.template)
        )
        .reference("Where renditions are [published](#publish).", standard: "the folder `public`")
      Key(
        "publish-unused", \.configuration.publishesUnused, .bool,
        "Whether pictures that no message shows are published too."
      )
      .comment("Whether pictures that no message of campaign.yml shows are published too: true or false.")
      .reference(
        "Whether files of the campaign that no message shows are published too. Otherwise they are rendered and judged like all "
          + "others, and stay where they are: drafts do not become public."
      )
      Key("report", \.configuration.reportPath, .path, "Where the run report goes as JSON.")
        .comment(
          "Where `run`, `compose` and `merge` leave their report as JSON. No default.",
          example: .commentedOut("report.json")
        )
        .reference(
          "Where `run`, `compose` and `merge` leave their [report](report.md). `--report` names another.",
          standard: "none")
      Key(
        "contact-sheet", \.configuration.contactSheetPath, .page, "A page that shows each message as clients show it."
      )
      .comment(
        "Where `run` and `merge` leave a page that shows each message as clients show it. No default.",
        example: .commentedOut("sheet.html")
      )
      .reference(
        "Where `run` and `merge` leave a page that shows each message as clients show it. `--contact-sheet` names another.",
        standard: "none")
      Key("requests", \.self, requests, "The send requests.")
        .comment("The send requests, one JSON file for each message.")
      Key(
        "compose", \.configuration.compose, ComposeSettings.section(forms: forms),
        "The forms in which requests are written."
      )
      .comment("In which forms the requests are written.")
      Key(
        "defaults", \.configuration.messageDefaults, MessageDefaults.section,
        "What a message has when campaign.yml does not say."
      ).comment(
        """
        What a message has when campaign.yml does not say. No defaults.
        """)
      Key(
        "messages", \.configuration.makesMessagesFromPictures, .choice(["from-pictures": true]),
        "Whether each picture of a folder without campaign.yml and messages.csv is a message, made of `defaults`."
      ).comment(
        """
        Where the messages come from that no campaign.yml and no messages.csv has: from-pictures, so that each picture is one, made
        of `defaults`. Without this word a folder without messages is an error: everybody in the target would get its pictures.
        """, example: .commentedOut("from-pictures")
      ).reference(
        "`from-pictures` makes a message of each picture of a folder without campaign.yml and messages.csv, with the words and the "
          + "target under `defaults`. Without it such a folder is an error, unless the target is one device.",
        standard: "none")
      Key("check", \.self, check, "What the check finds and is not to report.")
        .comment("What `richpush check` finds and is not to report.")
    }
  }

  private static let profiles = Section(PipelineDraft()) {
    Key("android", \.android, StillProfile.section(.android, within: .android), "")
      .comment(
        """
        The still that Android shows: cut to the shape of its notifications by us, since its own cut is from the middle. Of an
        animation or video it is the poster: one frame, or the picture that a message gives. Where several platforms want the
        same file, it is made once.
        """)
    Key("ios", \.ios, StillProfile.section(.ios, within: .ios), "")
      .comment(
        """
        The still that Apple's systems show, which cut nothing. The keys are those of `android`; sides are 1 to 2868.
        """, example: .written("{max-bytes: 300_000, max-width: 1664, max-height: 1664, fit: inside}"))
    Key("web", \.web, StillProfile.section(.web, within: .web), "")
      .comment(
        "The still that browsers show. The keys are those of `android`; sides are up to 1800 and 900.",
        example: .written(
          "{max-bytes: 300_000, max-width: 1664, max-height: 900, fit: cover, aspect: \"2:1\", crop: attention}"))
    Key("universal", \.universal, StillProfile.section(.universal, within: .universal), "")
      .comment(
        """
        One still for all platforms that have no profile of their own here, and for the Notifications composer. It is made where
        it is named. The keys are those of `android`; nothing is cut unless `fit` and `aspect` say so.
        """, example: .commentedOut("{max-bytes: 300_000, max-width: 1664, max-height: 1136, fit: inside}"))
    Key("ios-motion", \.configuration.motionProfile, MotionProfile.section, "")
      .comment("What else is made of an animation or a video, for Apple's systems alone: no other client shows motion.")
  }.after { mapping, draft, _ in
    draft.configuration.profiles = draft.stillProfiles { mapping[$0] != nil }
    let apples = draft.configuration.profiles.first { $0.platforms.contains(.ios) }
    draft.configuration.motionProfile.background = apples?.background ?? .white
  }

  /// One for each platform; where `universal` is named it serves all platforms that are not.
  private func stillProfiles(isNamed: (String) -> Bool) -> [Profile] {
    let own = [android, ios, web].map(\.profile)
    guard isNamed(universal.profile.name) else { return own }
    let named = own.filter { isNamed($0.name) }
    let others = Set(Platform.allCases).subtracting(named.flatMap(\.platforms))
    return named + (others.isEmpty ? [] : [universal.profile.serving(others)])
  }
}

extension YAMLType<String> {
  /// The path of a page: a slip of the hand must not replace a picture or campaign.yml.
  fileprivate static var page: YAMLType {
    let schema = JSONSchema.name(#"^[^\u0000-\u001f\u007f]*\.[Hh][Tt][Mm][Ll]$"#)
    return YAMLType("path", schema) { value, reader in
      guard let path = reader.path(value) else { return nil }
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
    YAMLType("1", ["const": 1]) { value, reader in
      guard let version = reader.integer(value, in: 0...Int.max), version != 1 else { return 1 }
      reader.report(
        .configurationVersion, value.subject, "version \(version) is not known: this richpush reads version 1",
        remedy: "write `version: 1`, or install a richpush that reads version \(version)")
      return nil
    }
  }
}
