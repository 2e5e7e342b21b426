import Foundation
import TestSupport
import Testing

/// Every file of a folder of real and broken pictures goes through `run`; the outcome of each is compared with a committed table.
///
/// The table is keyed by the digest of the file, so that files in the folder may be moved. Sizes and formats are exact; bytes are not in
/// it, because another version of the encoder's library may give others. `TEST_UPDATE_OUTCOMES=1` writes the table again.
@Suite(.enabled(if: corpusFolder != nil, "TEST_CORPUS names no folder"), .timeLimit(.minutes(30))) struct CorpusTests {
  static let tablePath = packageRoot + "/Tests/RichpushTests/Corpus/outcomes.tsv"

  @Test func everyFileHasItsKnownOutcome() async throws {
    let corpus = try #require(corpusFolder).path(percentEncoded: false)
    let workspace = TemporaryFolder()
    try workspace.write(
      """
      version: 1
      publish: [{to: directory, path: public, base-url: "https://static.example.com/"}]
      messages: from-pictures
      defaults: {title: Fresh bread, body: From eight, target: {topic: corpus}}
      profiles: {universal: {}}
      """, to: "pipeline.yml")
    try await RichpushBinary.run(
      ["run", corpus, "--report", "report.json"], workingDirectory: workspace.path, timeLimit: .seconds(900)
    ).ended(1)
    let report = try JSON(workspace.text(of: "report.json"))
    let limits = ["jpg": 300_000, "png": 300_000, "gif": 2_000_000, "mp4": 5_000_000]
    for file in try workspace.files(in: "public") {
      let limit = limits[file.split(separator: ".").last.map(String.init) ?? ""] ?? 0
      #expect(try workspace.bytes(of: "public/" + file).count <= limit, "\(file)")
    }
    for rule in [
      "image.timed-out", "motion.timed-out", "file.wrong-rendition", "machine.failed", "image.crashed-decoder",
    ] {
      #expect(!report["diagnostics"].elements.contains { $0["rule"].string == rule }, "\(rule)")
    }
    let outcomes = outcomes(report)
    if ProcessInfo.processInfo.environment["TEST_UPDATE_OUTCOMES"] != nil { try write(outcomes) }
    let known = try knownOutcomes()
    for (digest, outcome) in outcomes {
      if let expected = known[digest] { #expect(outcome == expected, "\(digest)") }
    }
    #expect(!Set(known.keys).isDisjoint(with: outcomes.keys), "none of the table's files is in the folder")
  }

  /// Digest -> `png 100x50 encode`, for what moves `jpeg 100x50 encode, mp4 100x50 remux`, or the rules that refuse it. A file without a digest could not be read and is left out.
  private func outcomes(_ report: JSON) -> [String: String] {
    let rules = Dictionary(
      grouping: report["diagnostics"].elements.filter { $0["severity"] == "error" },
      by: { $0["subject"]["name"].string ?? "" })
    var outcomes: [String: String] = [:]
    for asset in report["assets"].elements {
      guard let digest = asset["source"]["digest"].string, let path = asset["path"].string, asset["status"] != "ignored"
      else { continue }
      let renditions = asset["renditions"].elements.map { rendition in
        "\(rendition["format"].string ?? "") \(Int(rendition["width"].number ?? 0))x"
          + "\(Int(rendition["height"].number ?? 0)) \(rendition["method"].string ?? "")"
      }
      outcomes[digest] =
        (renditions.isEmpty ? nil : renditions.joined(separator: ", ")) ?? rules[path]?.compactMap { $0["rule"].string }
        .sorted().joined(separator: " ") ?? asset["status"].string
    }
    return outcomes
  }

  private func knownOutcomes() throws -> [String: String] {
    let lines = try String(contentsOfFile: Self.tablePath, encoding: .utf8).split(separator: "\n")
    return Dictionary(
      uniqueKeysWithValues: lines.map { line in
        let fields = line.split(separator: "\t").map(String.init)
        return (fields[0], fields[1])
      })
  }

  private func write(_ outcomes: [String: String]) throws {
    let lines = outcomes.sorted { $0.key < $1.key }.map { "\($0.key)\t\($0.value)\n" }
    try lines.joined().write(toFile: Self.tablePath, atomically: true, encoding: .utf8)
  }
}
