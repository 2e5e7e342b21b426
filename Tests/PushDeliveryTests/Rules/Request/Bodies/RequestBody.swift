import Findings
import PushDelivery
import Testing

/// A text that a user might send, and the expected findings.
struct RequestBody: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  var syntax = RequestSyntax.json
  /// The rules that it breaks, as errors or warnings; each once, sorted.
  let finds: [String]

  init(_ name: String, in syntax: RequestSyntax = .json, finds: [String] = [], _ text: String) {
    self.name = name
    self.text = text
    self.syntax = syntax
    self.finds = finds
  }

  /// A message to a topic with a title, and with these further members.
  init(_ name: String, with members: String, finds: [String] = []) {
    self.init(
      name, finds: finds, #"{"message": {"topic": "spring", "notification": {"title": "Spring is here"}, \#(members)}}"#
    )
  }

  var testDescription: String { name }

  static let all =
    good + places + payloads + texts + addresses + inputs + names + variables + endpoints + values + calls + inTexts
    + askedFormats + shownWords + authorizations + sentOtherwise + comments
}

@Suite struct RequestBodyTests {
  @Test(arguments: RequestBody.all) func findsWhatIsWrongAndNothingElse(_ body: RequestBody) {
    let found = RequestFile(Array(body.text.utf8), in: body.syntax)
      .diagnostics(about: .init(.request, "r"), now: 1_800_000_000, rules: RuleCatalog.standard.forTrial)
      .filter { $0.severity > .note }
    #expect(Set(found.map(\.rule.rawValue)).sorted() == body.finds, "\(found.map(\.message))")
  }

  @Test func theTableIsLarge() {
    #expect(RequestBody.all.count >= 100)
    #expect(Set(RequestBody.all.map(\.name)).count == RequestBody.all.count)
    #expect(RequestBody.all.count { $0.finds.isEmpty } >= 30)
  }
}
