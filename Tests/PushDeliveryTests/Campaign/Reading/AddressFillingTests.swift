import Findings
import PushDelivery
import Testing

/// Values are percent-encoded where they are filled into an address.
@Suite struct AddressFillingTests {
  @Test(arguments: [
    ("https://www.iana.org/{{v}}", "Tea & Scones", "https://www.iana.org/Tea%20%26%20Scones"),
    ("https://www.iana.org/?q={{v}}", "R&B", "https://www.iana.org/?q=R%26B"),
    ("https://www.iana.org/?q={{v}}", "blå", "https://www.iana.org/?q=bl%C3%A5"),
    ("https://www.iana.org/?q={{v}}", "bl%C3%A5", "https://www.iana.org/?q=bl%C3%A5"),
    ("https://www.iana.org/?q={{v}}", "100%", "https://www.iana.org/?q=100%25"),
    ("https://www.iana.org/{{v}}", "de/sale?a=b&c=d#seats", "https://www.iana.org/de/sale?a=b&c=d#seats"),
    ("https://www.iana.org/?{{v}}", "a=b&c=d", "https://www.iana.org/?a=b&c=d"),
    ("{{v}}", "https://www.iana.org/?a=b&c=d", "https://www.iana.org/?a=b&c=d"),
  ])
  func inLinksAndData(template: String, value: String, expected: String) throws {
    let text = """
      messages:
        - {id: a, title: T, target: {topic: t}, link: "\(template)", data: {d: "\(template)"}, values: {v: "\(value)"}}
      """
    let message = try #require(Campaign.read(text).value?.messages.first)
    #expect(message.link == expected)
    #expect(message.dataValues == [expected])
  }

  @Test func wordsStayAsTheyAre() throws {
    let text =
      "messages:\n  - {id: a, title: \"Read https {{v}}\", target: {topic: t}, values: {v: \"Tea & Scones\"}}\n"
    #expect(try #require(Campaign.read(text).value?.messages.first).title == "Read https Tea & Scones")
  }
}
