import Findings
import MediaFacts
import PushDelivery
import TestSupport
import Testing

/// The section `compose` of pipeline.yml.
@Suite struct ComposeReadingTests {
  private func read(_ section: String) -> Checked<PipelineConfiguration> {
    PipelineFile.standard.read("compose: \(section)")
  }

  @Test func leftOutThereIsOneFileForEachRequest() {
    #expect(PipelineConfiguration().compose == ComposeSettings(forms: [.fcmV1]))
    #expect(read("{}") == Checked(PipelineConfiguration()))
  }

  @Test func namesEveryFormat() {
    let names = RequestForm.all.map(\.name)
    #expect(names == ["fcm-v1", "fcm-v1-jsonl", "curl", "admin", "apns", "webpush"])
    let settings = ComposeSettings(
      forms: RequestForm.all, project: ProjectIdentifier(rawValue: "shop-1"), hasValidateOnlyTwins: true)
    let text = "{formats: [\(names.joined(separator: ", "))], project: shop-1, validate-only: true}"
    #expect(read(text) == Checked(PipelineConfiguration(compose: settings)))
    #expect(read("{formats: curl}") == Checked(PipelineConfiguration(compose: ComposeSettings(forms: [.curl]))))
  }

  @Test func standsBesideTheOlderKeysOfRequests() {
    let checked = PipelineFile.standard.read(
      "compose: {formats: [admin]}\nrequests: {link-data-key: link, webpush-image-header: true}")
    let settings = ComposeSettings(linkDataKey: "link", webpushImageHeader: true, forms: [.admin])
    #expect(checked == Checked(PipelineConfiguration(compose: settings)))
  }

  @Test func aMissingProjectIsSaidForTheFormatsThatNameIt() {
    var configuration = PipelineConfiguration(compose: ComposeSettings(forms: [.fcmV1, .curl]))
    let problems = configuration.missingProject(file: "p.yml")
    #expect(
      problems.map { "\($0.subject.name) \($0.subject.keyPath ?? "") \($0.rule)" } == [
        "p.yml compose.project configuration.missing-key"
      ])
    #expect(problems.allSatisfy { $0.message.contains("`curl`") && $0.remedy.contains("RICHPUSH_PROJECT") })
    configuration = configuration.applying(.init([.project: "shop-1"]))
    #expect(configuration.missingProject() == [])
    #expect(PipelineConfiguration().missingProject() == [])
  }
}

@Suite struct SuppressionReadingTests {
  private func read(_ suppress: String) -> Checked<PipelineConfiguration> {
    PipelineFile.standard.read("check:\n  suppress:\n" + suppress, file: "c.yml")
  }

  @Test func readsEveryKey() {
    let text = """
          - rule: message.image
            path: "banners/*"
            reason: the old campaign
            until: 2027-01-31
          - {rule: message.id, reason: known}
      """
    let expected = [
      Suppression(
        rule: "message.image", path: PathPattern("banners/*"), reason: "the old campaign",
        until: CalendarDay("2027-01-31"),
        subject: .init(.configuration, "c.yml", line: 6, column: 14, keyPath: "check.suppress[0].until")),
      Suppression(
        rule: "message.id", reason: "known",
        subject: .init(.configuration, "c.yml", line: 7, column: 7, keyPath: "check.suppress[1]")),
    ]
    #expect(read(text) == Checked(PipelineConfiguration(suppressions: expected)))
  }

  @Test(arguments: ["check:", "check: {}", "check: {suppress: []}"]) func mayBeEmpty(text: String) {
    #expect(PipelineFile.standard.read(text) == Checked(PipelineConfiguration()))
  }
}

@Suite struct MotionProfileReadingTests {
  private func read(_ text: String) -> Checked<PipelineConfiguration> {
    PipelineFile.standard.read(text, file: "c.yml")
  }

  private func profile(_ text: String) -> Checked<PipelineConfiguration> { read("profiles: {ios-motion: {\(text)}}") }

  @Test(arguments: ["profiles:\n", "profiles: {ios-motion: }\n", "profiles: {android: , ios-motion: }\n"])
  func itMayBeLeftOutOrEmpty(_ text: String) {
    #expect(read(text) == Checked(PipelineConfiguration(motionProfile: .iOS)))
  }

  @Test(arguments: [
    ("motion: auto", MotionProfile(motion: .automatic)), ("motion: gif", MotionProfile(motion: .gif)),
    ("motion: still", MotionProfile(motion: .still)),
    ("max-movie-bytes: 20_000", MotionProfile(maximumMovieBytes: 20_000)),
    ("max-movie-bytes: 50_000_000", MotionProfile(maximumMovieBytes: 50_000_000)),
    ("max-gif-bytes: 1_000", MotionProfile(maximumGIFBytes: 1_000)),
    ("max-gif-bytes: 10_000_000", MotionProfile(maximumGIFBytes: 10_000_000)),
    ("max-seconds: 1", MotionProfile(maximumSeconds: 1)), ("max-seconds: 600", MotionProfile(maximumSeconds: 600)),
    ("max-edge: 16", MotionProfile(maximumEdge: 16)), ("max-edge: 3840", MotionProfile(maximumEdge: 3840)),
    ("max-frame-rate: 1", MotionProfile(maximumFrameRate: 1)),
    ("max-frame-rate: 60", MotionProfile(maximumFrameRate: 60)), ("trim: yes", MotionProfile(trims: true)),
    ("audio: drop", MotionProfile(keepsAudio: false)),
    ("motion: gif, audio: keep, max-movie-bytes: 20_000", MotionProfile(motion: .gif, maximumMovieBytes: 20_000)),
  ])
  func readsEachKey(_ text: String, _ expected: MotionProfile) {
    #expect(profile(text) == Checked(PipelineConfiguration(motionProfile: expected)))
  }

  @Test(arguments: ["", ", ios-motion: {motion: gif}"]) func theBackgroundIsTheStills(_ motion: String) {
    let checked = read("profiles: {universal: {background: '#102030'}\(motion)}")
    #expect(checked.value?.motionProfile.background == RGBColor(red: 16, green: 32, blue: 48))
  }
}
