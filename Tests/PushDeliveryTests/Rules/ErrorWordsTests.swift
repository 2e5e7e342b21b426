import Findings
import Foundation
import PushDelivery
import TestSupport
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

  /// A name without a line would end the program.
  @Test func everyNameInTheSourcesHasALine() throws {
    let lines = EmbeddedFile.text("texts/errors.txt").split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    let sources = URL(filePath: packageRoot + "/Sources")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var names: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for kind in ["campaign", "setting", "credentials", "flag", "doctor"] {
        let parts = text.components(separatedBy: ".\(kind)(\"")
        // Places of keys in the handbook and a change of variables are called so, too.
        for (before, after) in zip(parts, parts.dropFirst())
        where !["at: ", "variables"].contains(where: before.hasSuffix) {
          names.insert("\(kind).\(after.prefix { $0 != "\"" })")
        }
      }
    }
    #expect(names.count > 100)
    #expect(names.subtracting(lines) == [])
  }

  /// The same for the help of commands and flags.
  @Test func everyHelpInTheSourcesHasALine() throws {
    let names = Set(EmbeddedFile.text("texts/help.txt").split(separator: "\n").map { String($0.prefix { $0 != " " }) })
    let sources = URL(filePath: packageRoot + "/Sources/richpush")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var used: Set<String> = ["#"]
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /(?:help: \.text|CommandConfiguration)\(\s*"([^"]+)"/) {
        used.insert(String(match.1))
      }
    }
    #expect(used == names)
  }
}
