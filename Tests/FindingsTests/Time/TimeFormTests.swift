import Findings
import Foundation
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

@Suite struct HTTPDateTests {
  @Test(arguments: [
    (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
    (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
  ])
  func isAsTheStandardWritesIt(seconds: Int64, text: String) {
    #expect(HTTPDate.text(secondsSince1970: seconds) == text)
  }

  @Test func agreesWithFoundation() {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "GMT")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    for seconds in stride(from: Int64(0), to: 4_000_000_000, by: 13_579_246) {
      let date = Date(timeIntervalSince1970: Double(seconds))
      #expect(HTTPDate.text(secondsSince1970: seconds) == formatter.string(from: date))
    }
  }

  /// The three forms of RFC 9110, and others in which cookies and certificates have the same moment.
  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    "Nov  6 08:49:37 1994 GMT", "Sun, 06-Nov-1994 08:49:37 GMT", "6 nov 1994 8:49:37", "08:49:37 1994 6 November",
  ])
  func isRead(_ text: String) { #expect(HTTPDate.seconds(text) == 784_111_777) }

  @Test func yearsOfTwoDigits() {
    #expect(HTTPDate.seconds("1 Jan 70 00:00:00") == 0)
    #expect(HTTPDate.seconds("1 Jan 69 00:00:00") == HTTPDate.seconds("1 Jan 2069 00:00:00"))
  }

  @Test func isReadAsItIsWritten() {
    for seconds in stride(from: Int64(-2_000_000_000), to: 4_000_000_000, by: 97_531_357) {
      #expect(HTTPDate.seconds(HTTPDate.text(secondsSince1970: seconds)) == Int(seconds))
    }
  }

  @Test(arguments: [
    "", "soon", "12", "0", "-1", "1 Jan 1970", "00:00:00 1970", "Sun, 31 Feb 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Now 1994 08:49:37 GMT",
  ])
  func othersAreNone(_ text: String) { #expect(HTTPDate.seconds(text) == nil) }
}

@Suite struct CalendarDayTests {
  @Test(arguments: ["1970-01-01", "2027-01-31", "2028-02-29", "0001-01-01", "9999-12-31"])
  func readsBackAsWritten(text: String) { #expect(CalendarDay(text)?.description == text) }

  @Test(arguments: [
    "", "2027-02-29", "2027-13-01", "2027-00-01", "2027-1-1", "27-01-01", "2027-01-01 ", "+027-01-01", "2027/01/01",
    "2027-01-01-", "-2027-01-01", "2027--01-01", "2027-01-+1", "٢٠٢٧-01-01",
  ])
  func refusesWhatIsNoDay(text: String) { #expect(CalendarDay(text) == nil) }
}
