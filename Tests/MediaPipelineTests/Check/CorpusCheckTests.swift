import Findings
import Foundation
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// `run` and the check that looks whether it would succeed agree about every file of a folder of real and broken media: both refuse the
/// same files, by the same rule. No exceptions are known.
@Suite(.serialized, .enabled(if: corpusFolder != nil, "TEST_CORPUS names no folder"), .timeLimit(.minutes(30)))
struct CorpusCheckTests {
  static let outcomesPath = packageRoot + "/Tests/RichpushTests/Corpus/outcomes.tsv"

  @Test func agreesWithRun() async throws {
    let corpus = try #require(corpusFolder).path(percentEncoded: false)
    let defaults = MessageDefaults(title: "Fresh bread", body: "From eight", target: .topic("corpus"))
    let report = try await CheckRun(configuration: .init(messageDefaults: defaults, makesMessagesFromPictures: true))([
      .campaign(folder: corpus)
    ])
    // A picture of one colour is published, and only a message with it is refused.
    let errors = report.diagnostics.filter { $0.severity == .error && $0.rule.rawValue != "message.blank-picture" }
    let refusals = Dictionary(grouping: errors, by: \.subject.name)
    let known = try refusalsByRun()
    var compared = 0
    for subject in report.subjects {
      guard let digest = subject.digest?.hex, let expected = known[digest] else { continue }
      compared += 1
      let found = refusals[subject.name]?.map(\.rule.rawValue).sorted().joined(separator: " ") ?? ""
      #expect(found == expected, "\(subject.name)")
    }
    #expect(compared > 200)
  }

  /// Digest -> the rules by which `run` refuses the file; empty if it publishes it.
  private func refusalsByRun() throws -> [String: String] {
    let lines = try String(contentsOfFile: Self.outcomesPath, encoding: .utf8).split(separator: "\n")
    return Dictionary(
      uniqueKeysWithValues: lines.map { line in
        let fields = line.split(separator: "\t")
        let isRefused = fields[1].prefix { $0 != " " }.contains(".")
        return (String(fields[0]), isRefused ? String(fields[1]) : "")
      })
  }
}
