import Findings

/// pipeline.yml while it is read: what its keys say one by one.
struct PipelineDraft: Sendable {
  var configuration = PipelineConfiguration()
  var still = StillProfile()
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
          + "others, and stay where they are: drafts do not become public. Without campaign.yml every picture has a message."
      )
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
        What a message has when campaign.yml does not say; without campaign.yml there is one message for each picture,
        made of these. No defaults.
        """)
      Key("check", \.self, check, "What the check finds and is not to report.")
        .comment("What `richpush check` finds and is not to report.")
    }
  }

  private static let profiles = Section(PipelineDraft()) {
    Key("universal", \.still, StillProfile.section, "")
      .comment(
        """
        The still that Android, Apple's systems, browsers and the Notifications composer all show. Of an animation or video it
        is the poster: one frame, or the picture that a message gives.
        """)
    Key("ios-motion", \.configuration.motionProfile, MotionProfile.section, "")
      .comment("What else is made of an animation or a video, for Apple's systems alone: no other client shows motion.")
  }.after { _, draft, _ in
    draft.configuration.profiles = [draft.still.profile]
    draft.configuration.motionProfile.background = draft.still.profile.background
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
