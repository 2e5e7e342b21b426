import Findings
import Testing

@Suite struct CookieDateTests {
  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    "Sun, 06-Nov-1994 08:49:37 GMT", "6 nov 1994 8:49:37", "08:49:37 1994 6 November",
  ])
  func everyOrderIsRead(_ text: String) { #expect(CookieDate.seconds(text) == 784_111_777) }

  @Test func yearsOfTwoDigits() {
    #expect(CookieDate.seconds("1 Jan 70 00:00:00") == 0)
    #expect(CookieDate.seconds("1 Jan 69 00:00:00") == CookieDate.seconds("1 Jan 2069 00:00:00"))
  }

  @Test(arguments: [
    "", "0", "-1", "soon", "1 Jan 1970", "00:00:00 1970", "31 Feb 2030 00:00:00", "1 Jan 2030 24:00:00",
  ])
  func anythingElseIsNoDate(_ text: String) { #expect(CookieDate.seconds(text) == nil) }
}
