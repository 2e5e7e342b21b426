/// The messages of which the same became.
struct MessageSection: Sendable {
  let status: RequestOutcome.Status
  let title: String
  let parts: PageParts
  var note: String?

  @HTMLBuilder var html: HTML {
    let numbers = parts.sheet.messages.indices.filter { parts.sheet.messages[$0].status == status }
    if !numbers.isEmpty {
      HTML.tag("section") {
        HTML.tag("h2") { title }
        if let note { HTML.tag("p", ["class": "note"]) { note } }
        for number in numbers {
          MessageArticle(parts.sheet.messages[number], number: number, parts: parts).html
        }
        if let omitted = parts.sheet.omitted[status] {
          HTML.tag("p", ["class": "note"]) { "\(omitted) more for which this page has no room." }
        }
      }
    }
  }
}
