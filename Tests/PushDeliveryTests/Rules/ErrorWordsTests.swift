import Findings
import PushDelivery
import Testing

/// The lines of texts/errors.txt.
@Suite struct ErrorWordsTests {
  @Test func detailsFillTheMessageAndThenTheRemedy() {
    let words = ErrorWords("setting", "useless", ["`a` is off", "`b`"])
    #expect(words.id == Incident.configurationConflict.id)
    #expect(words.message == "the key would do nothing: `a` is off")
    #expect(words.remedy == "delete the key, or write `b`")
    #expect(ErrorWords("setting", "missing", ["`a`"]).remedy == nil)
  }

  @Test func everyLineNamesARuleOrAnIncident() {
    let known = RuleCatalog.standard.identifiers
    for line in EmbeddedFile.text("texts/errors.txt").split(separator: "\n") where !line.hasPrefix("# ") {
      let name = String(line.split(separator: " ")[1])
      #expect(known.contains(RuleIdentifier(rawValue: name)), "\(line)")
    }
  }
}
