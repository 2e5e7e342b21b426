import Findings
import PushDelivery
import TestSupport
import Testing

/// A text checked in parts gives the same findings as a whole, for any parts.
@Suite struct RequestLinesTests {
  /// Every example of the rules, as it is written and on one line.
  private static let examples = RuleCatalog.standard.descriptions.filter { [.request, .url].contains($0.area) }
    .flatMap { $0.failingExamples + $0.passingExamples }
    .compactMap { example -> String? in if case .request(let text) = example, text.first == "{" { text } else { nil } }
    .flatMap { [$0, $0.split(separator: "\n").joined(separator: " ")] }
    .map { Array($0.utf8) }

  @Test func examplesOfRulesOnLines() {
    let text = Array(Self.examples.joined(separator: [0x0A]))
    for partSize in [1, 100, 1000, 10_000, 1_000_000] { compare(text, partSize: partSize, pieceSize: partSize) }
  }

  @Test func brokenLines() {
    var random = SeededGenerator(seed: 22)
    // One judge for all of them, so that what it keeps of addresses is asked as well.
    let judge = RequestJudge(Self.question)
    for _ in 0..<1500 {
      let text = BrokenText.lines(of: Self.examples, using: &random)
      let sizes = (0..<2).map { _ in random.logarithmic(1...4000) }
      compare(text, partSize: sizes[0], pieceSize: sizes[1], judge)
    }
  }

  @Test func valuesThatAreNoneOfManyLines() {
    let request = #"{"message": {"topic": "spring", "notification": {"title": "Spring is here"}}}"#
    let texts = [
      "", "\n\n", request, request + "\n", "[\(request),\n\(request)]\n", "[]", "[]\n[]\n",
      "[\(request)]\n\(request)\n", #"{"aps": {"alert": "a"}}"#,
      #"{"aps": {"alert": "a"}}"# + "\n" + #"{"aps": {"alert": "a"}}"#, "\u{FEFF}\(request)\n\(request)",
      "\(request)\n\u{FEFF}\(request)", "{\u{0}\n\(request)\n", "\(request) /* a\nb */ \(request)\n/* c",
      "a\nb\n\(request)", "\(request)\n{\"a\": \"\\\nb\"}\n\(request)", "\(request)\r\(request)\n",
    ]
    for text in texts { for size in [1, 7, 90, 5000] { compare(Array(text.utf8), partSize: size, pieceSize: size) } }
  }

  /// The buffer does not grow with the text.
  @Test func keepsNoMoreThanAPart() {
    var lines = RequestLines(partSize: 1000)
    let line = Array((#"{"message": {"topic": "spring", "notification": {"title": "Spring is here"}}}"# + "\n").utf8)
    for _ in 0..<1000 {
      _ = lines.take(line)
      #expect(lines.byteCount < 1000 + line.count)
    }
  }

  /// Leaving out the rules for notes changes nothing else.
  @Test func notesDecideNothing() {
    let file = RequestFile(Array(Self.examples.joined(separator: [0x0A])), in: .jsonLines)
    let all = RequestJudge(Self.question).judgements(of: file, about: Self.subject)
    let grave = RequestJudge(Self.question, withNotes: false).judgements(of: file, about: Self.subject)
    #expect(all.compactMap { CheckedRequest($0)?.verdicts } == grave.compactMap { CheckedRequest($0)?.verdicts })
    #expect(all.diagnostics.filter { $0.severity > .note } == grave.diagnostics.filter { $0.severity > .note })
    #expect(all.diagnostics.count > grave.diagnostics.count)
  }

  private static let subject = Diagnostic.Subject(.request, "requests.jsonl")
  private static let question = RequestFile.Question(now: 1_800_000_000)

  private func compare(_ text: [UInt8], partSize: Int, pieceSize: Int, _ judge: RequestJudge = RequestJudge(question)) {
    let whole = RequestFile(text, in: .jsonLines).judgements(about: Self.subject, Self.question)
    let parts = Self.files(of: text, partSize: partSize, pieceSize: pieceSize)
      .map { judge.judgements(of: $0, about: Self.subject) }
    #expect(parts.flatMap(\.diagnostics) == whole.diagnostics, "\(String(decoding: text, as: UTF8.self))")
    var requests = CheckedRequests()
    for part in parts { requests.append(CheckedRequests(part.compactMap { CheckedRequest($0) })) }
    #expect(requests == CheckedRequests(whole.compactMap { CheckedRequest($0) }))
  }

  private static func files(of text: [UInt8], partSize: Int, pieceSize: Int) -> [RequestFile] {
    var lines = RequestLines(partSize: partSize)
    var files: [RequestFile] = []
    for start in stride(from: 0, to: text.count, by: pieceSize) {
      let piece = Array(text[start..<min(start + pieceSize, text.count)])
      if let part = lines.take(piece) { files.append(RequestFile(part)) }
    }
    switch lines.end() {
    case .part(let part): if let part { files.append(RequestFile(part)) }
    case .whole(let bytes): files.append(RequestFile(bytes, in: .jsonLines))
    }
    return files
  }
}
