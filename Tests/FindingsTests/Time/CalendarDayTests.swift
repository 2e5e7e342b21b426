import Findings
import Testing

@Suite struct CalendarDayTests {
  @Test(arguments: ["1970-01-01", "2027-01-31", "2028-02-29", "0001-01-01", "9999-12-31"])
  func readsBackAsWritten(text: String) { #expect(CalendarDay(text)?.description == text) }

  @Test(arguments: [
    "", "2027-02-29", "2027-13-01", "2027-00-01", "2027-1-1", "27-01-01", "2027-01-01 ", "+027-01-01", "2027/01/01",
    "2027-01-01-", "-2027-01-01", "2027--01-01", "2027-01-+1", "٢٠٢٧-01-01",
  ])
  func refusesWhatIsNoDay(text: String) { #expect(CalendarDay(text) == nil) }
}
