import Foundation
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// `run` and the check that looks whether it would succeed agree about every file of a folder of real and broken media.
@Suite(.serialized, .enabled(if: corpusFolder != nil, "RICHPUSH_CORPUS names no folder"))
struct CorpusCheckTests {
  static let outcomesPath = packageRoot + "/Tests/RichpushTests/Corpus/outcomes.tsv"

  @Test func agreesWithRun() async throws {
    let corpus = try #require(corpusFolder).path(percentEncoded: false)
    let defaults = MessageDefaults(title: "Title", body: "Body", target: .topic("corpus"))
    let report = try await CheckRun(configuration: .init(messageDefaults: defaults))([.campaign(folder: corpus)])
    let refusals = Dictionary(grouping: report.diagnostics.filter { $0.severity == .error }, by: \.subject.name)
    let known = try refusedByRun()
    var compared = 0
    for subject in report.subjects {
      guard let digest = subject.digest?.hex, let isRefused = known[digest] else { continue }
      compared += 1
      let found = refusals[subject.name]?.map(\.rule.rawValue) ?? []
      #expect(found.isEmpty != isRefused, "\(subject.name): \(found)")
    }
    #expect(compared > 200)
  }

  /// Digest -> whether `run` refuses the file: its outcome then is the names of rules.
  private func refusedByRun() throws -> [String: Bool] {
    let lines = try String(contentsOfFile: Self.outcomesPath, encoding: .utf8).split(separator: "\n")
    return Dictionary(
      uniqueKeysWithValues: lines.map { line in
        let fields = line.split(separator: "\t")
        return (String(fields[0]), fields[1].prefix { $0 != " " }.contains("."))
      })
  }
}
