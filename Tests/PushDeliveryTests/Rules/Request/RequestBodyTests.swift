import Findings
import Foundation
import PushDelivery
import TestSupport
import Testing

/// A text that a user might send, and the expected findings: an entry of bodies.txt.
struct RequestBody: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let text: String
  let syntax: RequestSyntax
  /// The rules that it breaks, as errors or warnings; each once, sorted.
  let finds: [String]

  private init(_ name: some StringProtocol, in syntax: String, finds: Substring, _ text: String) {
    testDescription = String(name)
    self.text = text.replacing(/‹U\+([0-9A-F]+)›/) { escape in
      String(UInt32(escape.1, radix: 16).flatMap(Unicode.Scalar.init) ?? "?")
    }
    self.syntax = RequestSyntax.allCases.first { "\($0)" == syntax } ?? .json
    self.finds = finds.split(separator: " ").map(String.init)
  }

  /// Those of a file in which ‹› stands for the text, or whose texts have several lines.
  static let all: [RequestBody] = {
    let path = packageRoot + "/Tests/PushDeliveryTests/Rules/Request/bodies.txt"
    let text = (try? String(contentsOfFile: path, encoding: .utf8))?.dropLast() ?? ""
    let parts = text.split(separator: "\n=== ")
    return (parts.first.map(ofLines) ?? []) + parts.dropFirst().compactMap(ofSeveralLines)
  }()

  private static func ofLines(_ text: Substring) -> [RequestBody] {
    var form = (kind: Substring(), text: Substring("‹›"))
    return text.split(separator: "\n").compactMap { line -> RequestBody? in
      if let new = line.wholeMatch(of: /:(\S+) (.*)/) { form = (new.1, new.2) }
      guard let row = line.wholeMatch(of: /\[(.*?)\] (.*)/) else { return nil }
      let words = row.2.split(separator: " ~~ ", maxSplits: 1)
      let text = words[words.count - 1]
      let name = words.count > 1 ? String(words[0]) : "\(form.kind) \(text)"
      return RequestBody(name, in: "json", finds: row.1, String(form.text.replacing("‹›", with: text)))
    }
  }

  private static func ofSeveralLines(_ part: Substring) -> RequestBody? {
    guard let head = part.prefixMatch(of: /(\w+) \[(.*?)\] (.*)\n/) else { return nil }
    return RequestBody(head.3, in: String(head.1), finds: head.2, String(part[head.range.upperBound...]))
  }
}

@Suite struct RequestBodyTests {
  @Test(arguments: RequestBody.all) func findsWhatIsWrongAndNothingElse(_ body: RequestBody) {
    let found = RequestFile(Array(body.text.utf8), in: body.syntax)
      .diagnostics(about: .init(.request, "r"), now: 1_800_000_000, rules: RuleCatalog.standard.forTrial)
      .filter { $0.severity > .note }
    #expect(Set(found.map(\.rule.rawValue)).sorted() == body.finds, "\(found.map(\.message))")
  }

  @Test func theTableIsLarge() {
    #expect(RequestBody.all.count > 600)
    #expect(Set(RequestBody.all.map(\.testDescription)).count == RequestBody.all.count)
    #expect(RequestBody.all.count { $0.finds.isEmpty } >= 30)
  }
}
