import Findings
import MediaFacts
import PushDelivery
import TestSupport
import Testing

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

  @Test(arguments: [
    ("motion: gifs", "motion", "value", "the nearest is `gif`"),
    ("max-movie-bytes: 19_999", "max-movie-bytes", "range", "write a number from 20000 to 50000000"),
    (
      "max-movie-bytes: 50_000_001", "max-movie-bytes", "range",
      "write 50000000 or less (\(ClientLimit.appleMovieBytes.source))"
    ),
    ("max-gif-bytes: 999", "max-gif-bytes", "range", "write a number from 1000 to 10000000"),
    (
      "max-gif-bytes: 10_000_001", "max-gif-bytes", "range",
      "write 10000000 or less (\(ClientLimit.appleImageBytes.source))"
    ),
    ("max-seconds: 0", "max-seconds", "range", "write a number from 1 to 600"),
    ("max-seconds: 601", "max-seconds", "range", "write a number from 1 to 600"),
    (
      "max-seconds: 2.5", "max-seconds", "type",
      "write a whole number in decimal digits without quotes, as in `300_000`"
    ),
    ("max-edge: 15", "max-edge", "range", "write a number from 16 to 3840"),
    ("max-edge: 3841", "max-edge", "range", "write a number from 16 to 3840"),
    ("max-frame-rate: 0", "max-frame-rate", "range", "write a number from 1 to 60"),
    ("max-frame-rate: 61", "max-frame-rate", "range", "write a number from 1 to 60"),
    ("trim: 1", "trim", "type", "write `true` or `false` without quotes"),
    ("audio: true", "audio", "value", "write one of `keep`, `drop`"),
    ("audio: keeps", "audio", "value", "the nearest is `keep`"),
    (
      "background: '#ffffff'", "background", "unknown-key",
      "the nearest key is `motion`, of `motion`, `max-movie-bytes`, `max-gif-bytes`, `max-seconds`, `max-edge`, "
        + "`max-frame-rate`, `trim`, `audio`"
    ),
  ])
  func refuses(_ text: String, _ key: String, _ rule: String, _ remedy: String) {
    let checked = profile(text)
    #expect(checked.diagnostics.map(\.subject.keyPath) == ["profiles.ios-motion.\(key)"])
    #expect(checked.diagnostics.map(\.rule.rawValue) == ["configuration.\(rule)"])
    #expect(checked.diagnostics.map(\.remedy) == [remedy])
  }

  @Test func aMovieIsNeverLargerThanAppleTakes() {
    let limit = ClientLimit.appleMovieBytes
    let expected = Diagnostic(
      "configuration.range", .error,
      .init(.configuration, "c.yml", line: 1, column: 42, keyPath: "profiles.ios-motion.max-movie-bytes"),
      "`60_000_000` is more than 50000000, and a profile may only be stricter than the clients: \(limit.reason)",
      remedy: "write 50000000 or less (\(limit.source))")
    #expect(profile("max-movie-bytes: 60_000_000") == Checked(nil, [expected]))
  }

  @Test func reportsAllProblemsAtOnce() {
    let text = """
      profiles:
        universal: {max-bytes: 0}
        ios-motion: {motion: webm, max-edge: 1, sound: drop}
      worker: {time-limit: 0, motion-time-limit: 3_601}
      """
    #expect(
      read(text).summaries == [
        "2:26 profiles.universal.max-bytes configuration.range",
        "3:24 profiles.ios-motion.motion configuration.value", "3:40 profiles.ios-motion.max-edge configuration.range",
        "3:43 profiles.ios-motion.sound configuration.unknown-key", "4:22 worker.time-limit configuration.range",
        "4:44 worker.motion-time-limit configuration.range",
      ])
  }

  @Test(arguments: ["", ", ios-motion: {motion: gif}"]) func theBackgroundIsTheStills(_ motion: String) {
    let checked = read("profiles: {universal: {background: '#102030'}\(motion)}")
    #expect(checked.value?.motionProfile.background == RGBColor(red: 16, green: 32, blue: 48))
  }
}
