import Findings
import MediaFacts
import PushDelivery
import TestSupport
import Testing

@Suite struct PipelineConfigurationReadingTests {
  private func read(_ text: String) -> Checked<PipelineConfiguration> {
    PipelineFile.standard.read(text, file: "c.yml")
  }

  private func profile(_ text: String) -> Checked<PipelineConfiguration> { read("profiles: {universal: {\(text)}}") }

  @Test func readsEverySection() throws {
    let text = """
      version: 1
      campaign: summer
      profiles:
        universal:
          max-bytes: 200_000
          max-width: 1440
          max-height: 720
          fit: cover
          aspect: 2:1
          crop: center
          background: "#102030"
          effort: fast
          quality: {ceiling: 85, floor: 50, warn-below: 40}
        ios-motion:
          motion: gif
          max-movie-bytes: 8_000_000
          max-gif-bytes: 3_000_000
          max-seconds: 60
          max-edge: 960
          max-frame-rate: 24
          trim: true
          audio: drop
      limits: {max-source-bytes: 20_000_000, max-pixels: 50_000_000, max-frames: 100}
      jobs: 4
      worker: {max-memory: 1_073_741_824, time-limit: 30, motion-time-limit: 120}
      cache: {path: /tmp/cache, max-bytes: 5_000_000}
      publish:
        - {to: directory, path: out, base-url: https://cdn.example.com/push}
      requests: {path: send, webpush-image-header: yes, link-data-key: url}
      defaults: {title: Hello, body: "1", target: {condition: "'a' in topics"}, link: https://example.com/}
      """
    let aspect = try #require(AspectRatio(width: 2, height: 1))
    let expected = PipelineConfiguration(
      campaign: "summer",
      profiles: [
        Profile(
          name: "universal", maximumBytes: 200_000, maximumSize: PixelSize(width: 1440, height: 720),
          fit: .cover(aspect, .centre), background: RGBColor(red: 16, green: 32, blue: 48),
          effort: .fast(qualities: 50...85, scoresAll: true), acceptableScore: 40)
      ],
      motionProfile: MotionProfile(
        motion: .gif, maximumMovieBytes: 8_000_000, maximumGIFBytes: 3_000_000, maximumSeconds: 60, maximumEdge: 960,
        maximumFrameRate: 24, trims: true, keepsAudio: false, background: RGBColor(red: 16, green: 32, blue: 48)),
      sourceLimits: SourceLimits(maximumBytes: 20_000_000, maximumPixels: 50_000_000, maximumFrames: 100),
      jobs: .fixed(4), worker: WorkerLimits(memoryBytes: 1_073_741_824, seconds: 30, motionSeconds: 120),
      cache: CacheSettings(path: "/tmp/cache", maximumBytes: 5_000_000),
      destinations: [
        DestinationSettings(
          name: "directory", place: DirectoryPlace(path: "out"), baseURL: "https://cdn.example.com/push/")
      ],
      requestFolder: "send", compose: ComposeSettings(linkDataKey: "url", webpushImageHeader: true),
      messageDefaults: MessageDefaults(
        title: "Hello", body: "1", target: .condition("'a' in topics"), link: "https://example.com/"))
    #expect(read(text) == Checked(expected))
  }

  @Test func sectionsMayBeEmpty() {
    let text = "profiles:\nlimits:\nworker:\ncache:\nrequests:\ndefaults:\n"
    #expect(read(text) == Checked(PipelineConfiguration()))
  }

  @Test func reportsAllProblemsAtOnce() {
    let text = """
      version: 2
      campain: summer
      profiles:
        universal: {max-bytes: 400_000, max-width: 0, effort: fast, quality: {ceiling: 50, floor: 60}}
        androind: {}
      jobs: many
      publish:
        - {to: s3, path: out, base-url: "http://cdn.example.com/"}
        - {}
      defaults: {target: {topic: a, token: b}}
      """
    #expect(
      read(text).summaries == [
        "1:10 version configuration.version", "2:1 campain configuration.unknown-key",
        "4:26 profiles.universal.max-bytes configuration.range",
        "4:46 profiles.universal.max-width configuration.range",
        "4:72 profiles.universal.quality configuration.conflict",
        "5:3 profiles.androind configuration.unknown-key", "6:7 jobs configuration.type",
        "8:5 publish[0].bucket configuration.missing-key", "8:5 publish[0].region configuration.missing-key",
        "8:20 publish[0].path configuration.conflict", "8:35 publish[0].base-url configuration.value",
        "9:5 publish[1].to configuration.missing-key", "10:20 defaults.target configuration.value",
      ])
  }

  /// A wrong form or capital letter of what is meant hides no other error.
  @Test(arguments: [
    (
      "publish: {to: directory, path: a, base-url: cdn.example.com}",
      ["1:10 publish configuration.type", "1:45 publish.base-url configuration.value"]
    ),
    (
      "publish: [{to: Directory, path: a, base-url: cdn.example.com}]",
      ["1:16 publish[0].to configuration.value", "1:46 publish[0].base-url configuration.value"]
    ),
    ("defaults: {target: news}", ["1:20 defaults.target configuration.type"]),
  ])
  func whatIsMeantIsReadOn(_ text: String, _ summaries: [String]) { #expect(read(text).summaries == summaries) }

  @Test func aProfileIsNeverLooserThanTheClients() {
    let limit = ClientLimit.composerImageBytes
    let expected = Diagnostic(
      "configuration.range", .error,
      .init(.configuration, "c.yml", line: 1, column: 35, keyPath: "profiles.universal.max-bytes"),
      "`300_001` is more than 300000, and a profile may only be stricter than the clients: \(limit.reason)",
      remedy: "write 300000 or less (\(limit.source))")
    #expect(profile("max-bytes: 300_001") == Checked(nil, [expected]))
    #expect(profile("max-bytes: 300_000").value == PipelineConfiguration(profiles: [.universal]))
    #expect(profile("max-bytes: 999").diagnostics.map(\.remedy) == ["write a number from 1000 to 300000"])
    #expect(profile("max-width: 1665").diagnostics.map(\.rule) == ["configuration.range"])
    #expect(profile("max-height: 1137").diagnostics.map(\.rule) == ["configuration.range"])
  }

  @Test(arguments: ["{}", "profiles: {ios-motion: {motion: gif}}", "profiles: {android: {}}", "profiles: {android: }"])
  func eachPlatformHasAStillOfItsOwn(_ text: String) { #expect(read(text).value?.profiles == [.android, .ios, .web]) }

  @Test(arguments: [
    ("universal: {}", ["universal": "ios android web"]),
    ("universal: {}, android: {}", ["universal": "ios web", "android": "android"]),
    ("universal: {}, android: {}, ios: {}, web: {}", ["android": "android", "ios": "ios", "web": "web"]),
  ])
  func universalServesThePlatformsThatAreNotNamed(_ text: String, _ expected: [String: String]) {
    let profiles = read("profiles: {\(text)}").value?.profiles ?? []
    let platforms = profiles.map { ($0.name, $0.platforms.sorted().map(\.rawValue).joined(separator: " ")) }
    #expect(Dictionary(uniqueKeysWithValues: platforms) == expected)
  }

  @Test func aProfileThatCutsKeepsItsAspectUnlessToldOtherwise() throws {
    func android(_ text: String) -> Checked<PipelineConfiguration> { read("profiles: {android: {\(text)}}") }
    let wide = try #require(AspectRatio(width: 2, height: 1))
    let square = try #require(AspectRatio(width: 1, height: 1))
    #expect(android("crop: entropy").value?.profiles.first?.fit == .cover(wide, .entropy))
    #expect(android("aspect: 1:1").value?.profiles.first?.fit == .auto(square))
    #expect(android("fit: cover").value?.profiles.first?.fit == .cover(wide, .attention))
    #expect(android("fit: auto, crop: centre").diagnostics.map(\.rule) == ["configuration.conflict"])
    #expect(android("fit: pad").value?.profiles.first?.fit == .pad(wide))
    #expect(android("fit: inside").value?.profiles.first?.fit == .inside)
    #expect(android("fit: inside, crop: centre").diagnostics.map(\.rule) == ["configuration.conflict"])
    #expect(android("max-bytes: 1_048_576").diagnostics == [])
    #expect(android("max-bytes: 1_048_577").diagnostics.map(\.rule) == ["configuration.range"])
    #expect(read("profiles: {ios: {aspect: 1:1}}").diagnostics.map(\.rule) == ["configuration.conflict"])
  }

  @Test func fitsHaveTheirOwnNeeds() throws {
    let square = try #require(AspectRatio(width: 1, height: 1))
    #expect(profile("fit: inside").value?.profiles.map(\.fit) == [.inside])
    #expect(profile("fit: auto, aspect: 1:1").value?.profiles.map(\.fit) == [.auto(square)])
    #expect(profile("fit: cover, aspect: 1:1").value?.profiles.map(\.fit) == [.cover(square, .attention)])
    #expect(
      profile("fit: cover, aspect: \"1:1\", crop: entropy").value?.profiles.map(\.fit) == [.cover(square, .entropy)])
    #expect(profile("fit: pad, aspect: '1:1'").value?.profiles.map(\.fit) == [.pad(square)])
  }

  /// The rows of all sections: destinations, profiles, forms of requests, suppressions.
  @Test(arguments: TextRow.table("refused", in: "Settings")) func saysWhatIsWrong(_ row: TextRow) {
    let checked = read(row[1])
    #expect(checked.value == nil)
    #expect(checked.diagnostics.map { "\($0.subject.keyPath ?? "") \($0.rule)" } == [row[0]])
    #expect(checked.diagnostics.first?.remedy.hasPrefix(row[2]) == true)
  }

  @Test func aCeilingAloneMayLieBelowTheUsualFloor() {
    let read = profile("effort: fast, quality: {ceiling: 40}").value?.profiles.map(\.effort)
    #expect(read == [.fast(qualities: 40...40)])
  }

  @Test(arguments: [
    ("effort: best", Effort.best(target: 90), 50), ("effort: fast", .fast(qualities: 60...90), 50),
    ("quality: {target: 85}", .best(target: 85), 50), ("quality: {target: 40}", .best(target: 40), 40),
    ("quality: {target: 40, warn-below: 0}", .best(target: 40), 0),
    ("quality: {warn-below: 70}", .best(target: 90), 70),
    ("effort: fast, quality: {floor: 30, warn-below: 70}", .fast(qualities: 30...90, scoresAll: true), 70),
    ("effort: fast, quality: ", .fast(qualities: 60...90), 50),
  ])
  func effortsHaveTheirOwnQuality(_ text: String, _ effort: Effort, _ acceptableScore: Int) {
    #expect(profile(text).diagnostics == [])
    #expect(profile(text).value?.profiles.map(\.effort) == [effort])
    #expect(profile(text).value?.profiles.map(\.acceptableScore) == [acceptableScore])
  }

  @Test(arguments: ["off", "no", "false", "{path: x, max-bytes: 1_000_000}"]) func cacheMayBeOff(_ text: String) {
    #expect(read("cache: " + text).value?.cache.path == (text.hasPrefix("{") ? "x" : nil))
  }

  @Test(arguments: [
    "cache: on", "cache: 'off'", "publish: []", "publish: {to: directory, path: a}", "jobs: 0", "jobs: 65",
  ])
  func refuses(_ text: String) { #expect(read(text).diagnostics.count == 1) }

  @Test(arguments: TextRow.table("refused with its place", in: "Settings"))
  func refusesWhatNoMessageCouldHave(_ row: TextRow) {
    #expect(read(row[1]).summaries == [row[0] + " configuration.value"])
  }

  @Test(arguments: [
    "~/pictures", "~", "~anna/a", "$HOME/a", "${HOME}/a", "a/$(date)", #"C:\a"#, "C:/a", #"a\b"#, #"\\nas\a"#,
    "%TEMP%/a", "file:///a",
  ])
  func aShellHasNoPartInPaths(_ path: String) {
    let keys = [
      "campaign: '\(path)'", "report: '\(path)'", "contact-sheet: '\(path).html'", "requests: {path: '\(path)'}",
      "cache: {path: '\(path)'}", "publish: [{to: directory, path: '\(path)', base-url: 'https://cdn.iana.org/'}]",
    ]
    for key in keys where !(path == "~" && key.hasPrefix("contact")) {
      #expect(read(key).diagnostics.map(\.rule) == ["configuration.value"], "\(key)")
    }
    for setting in [Setting.output, .requests, .report, .config] {
      #expect(ConfigurationOverrides.read(flags: [setting: path]).findings.map(\.rule) == ["configuration.value"])
    }
  }

  @Test(arguments: ["a~", "a~b/c", "$5-sale", "50%", "a%20b", "./~x", "/srv/c:d", "2:1"])
  func otherPathsAreTakenAsWritten(_ path: String) {
    #expect(read("campaign: '\(path)'") == Checked(PipelineConfiguration(campaign: path)))
  }

  @Test func aProofLastsADayUnlessSaid() {
    #expect(PipelineConfiguration().proofLife == 86_400)
    #expect(read("requests: {proof-lasts: 2h}").value?.proofLife == 7200)
    #expect(read("requests: {proof-lasts: 0h}").summaries == ["1:25 requests.proof-lasts configuration.value"])
  }

  @Test func aDoubtfulDataKeyIsForTheMessagesToWarnOf() {
    let expected = PipelineConfiguration(compose: ComposeSettings(linkDataKey: "google"))
    #expect(read("requests: {link-data-key: google}") == Checked(expected))
  }
}
