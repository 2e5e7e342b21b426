import Curl
import Testing

@Suite struct HTTPFieldTests {
  /// The three forms of RFC 9110, all of the same moment.
  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
  ])
  func isRead(_ text: String) { #expect(HTTPField("Date", text).moment == 784_111_777) }

  @Test(arguments: ["", "soon", "12", String(repeating: "Sun, 06 Nov 1994 08:49:37 GMT", count: 9)])
  func othersAreNone(_ text: String) { #expect(HTTPField("Date", text).moment == nil) }
}
