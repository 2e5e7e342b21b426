import Findings
import Foundation
import Testing

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
