import Findings
import PushDelivery
import TestSupport
import Testing

/// Parts of an unquoted text that YAML drops.
@Suite struct CutTextTests {
  private func read(_ line: String) -> [Diagnostic] {
    Campaign.read("messages:\n  - id: a\n    \(line)\n    target: {topic: t}\n").diagnostics
  }

  @Test(arguments: [
    ("title: Deal #1 of the week", "#1 of the week", "Deal"),
    ("body: Rye bread #bakedtoday", "#bakedtoday", "Rye bread"), ("title: Deal # 1", "# 1", "Deal"),
    ("title: {en: Deal}\n    body: Ein\n      Angebot #heute", "#heute", "Ein Angebot"),
    ("title: &Tea for two", "&Tea", "for two"), ("title: T\n    data:\n      code: A #7", "#7", "A"),
  ]) func isAnError(_ line: String, lost: String, text: String) {
    let found = read(line)
    #expect(found.first?.rule == "configuration.syntax" && found.first?.severity == .error)
    #expect(found.first?.message.contains("YAML takes `\(lost)` for") == true, "\(found)")
    #expect(found.first?.message.hasSuffix("read `\(text)`") == true, "\(found)")
  }

  @Test(arguments: [
    "title: \"Deal #1\"", "title: C# meetup", "title: Deal   # ask Anna", "title: Deal # ask Anna", "title: \"&Tea\"",
    "title: T\n    channel: news #1", "title: |\n      Deal #1",
  ]) func isLeftAlone(_ line: String) { #expect(read(line) == []) }
}
