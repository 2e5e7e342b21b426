import Findings
import Testing

@Suite struct ProtobufTimeTests {
  @Test(arguments: [
    ("0s", 0, 0, "0s"), ("3.5s", 3, 500_000_000, "3.500s"), ("3.000001s", 3, 1000, "3.000001s"),
    ("3.000000001s", 3, 1, "3.000000001s"), ("0.010s", 0, 10_000_000, "0.010s"),
    ("315576000000s", 315_576_000_000, 0, "315576000000s"),
  ])
  func readsAndWritesDurations(text: String, seconds: Int64, nanoseconds: Int32, written: String) {
    let duration = ProtobufDuration(rawValue: text)
    #expect(duration == ProtobufDuration(seconds: seconds, nanoseconds: nanoseconds))
    #expect(duration?.rawValue == written)
  }

  @Test(arguments: [
    "", "s", "3", "3 s", "-1s", "+1s", "1.s", ".5s", "1.0000000001s", "315576000001s", "99999999999999999999s", "٣s",
    "1e3s", "3s\n", "1.+5s", "1.5.5s", "1234567890123s", "3ss", "3s\u{301}",
  ])
  func refusesOtherDurations(_ text: String) { #expect(ProtobufDuration(rawValue: text) == nil) }

  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0, 0, "1970-01-01T00:00:00Z"),
    ("2000-02-29T12:34:56.789Z", 951_827_696, 789_000_000, "2000-02-29T12:34:56.789Z"),
    ("2026-10-23T17:01:30+02:00", 1_792_767_690, 0, "2026-10-23T15:01:30Z"),
    ("1969-12-31T23:59:59.000000001Z", -1, 1, "1969-12-31T23:59:59.000000001Z"),
    ("0001-01-01T00:00:00Z", -62_135_596_800, 0, "0001-01-01T00:00:00Z"),
    ("9999-12-31T23:59:59Z", 253_402_300_799, 0, "9999-12-31T23:59:59Z"),
  ])
  func readsAndWritesTimestamps(text: String, seconds: Int64, nanoseconds: Int32, written: String) {
    let timestamp = ProtobufTimestamp(rawValue: text)
    #expect(timestamp == ProtobufTimestamp(seconds: seconds, nanoseconds: nanoseconds))
    #expect(timestamp?.rawValue == written)
  }

  @Test(arguments: [
    "", "2026-10-23", "2026-10-23T15:01:30", "2026-10-23 15:01:30Z", "2026-10-23t15:01:30z", "2026-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z",
    "2026-04-31T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:00:60Z", "0000-12-31T00:00:00Z",
    "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00+24:00",
    "2026-01-01T00:00:00+02:00:00", "2026-01-01T00:00:00+02", "2026-01-01T00:00:00-1:00", "2026-01-01T00:00:00Zx",
    "2026-01-01T+0:00:00Z", "2026-01-01T00:00:0Z", "2026-01-01T00::00Z", "2026-01-01TZ", "2026-01-01T00:00:00.5",
    "T00:00:00Z", "2026-01-01T00:00:00.+5Z", "2026-01-01T00:00:00.0000000001Z",
  ])
  func refusesOtherTimestamps(_ text: String) { #expect(ProtobufTimestamp(rawValue: text) == nil) }

  /// Days from year 1 to beyond 2300 read back as themselves.
  @Test func daysReadBack() {
    for day in stride(from: Int64(-719_162), to: 146_097, by: 401) {
      let timestamp = ProtobufTimestamp(seconds: day * 86_400)
      #expect(timestamp.flatMap { ProtobufTimestamp(rawValue: $0.rawValue) } == timestamp)
    }
  }

  @Test func timeToLiveIsAtMostFourWeeks() {
    #expect(TimeToLive(rawValue: "2419200s") == TimeToLive(seconds: 2_419_200))
    #expect(TimeToLive(rawValue: "1.999s")?.rawValue == "1s")
    #expect(TimeToLive(seconds: 0)?.rawValue == "0s")
    #expect(TimeToLive(seconds: 2_419_201) == nil)
    #expect(TimeToLive(seconds: -1) == nil)
  }
}
