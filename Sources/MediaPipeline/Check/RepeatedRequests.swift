import Findings
import PushDelivery

/// Requests that a file of lines has several times, as when it was appended twice.
struct RepeatedRequests {
  /// Lines by the hashes of their requests: a file may have millions.
  private var lines: [Int: Int] = [:]
  private var first: (line: Int, earlier: Int)?
  private var count = 0
  /// More are not kept.
  private static let most = 500_000

  /// What is compared of each request that goes to someone.
  static func sightings(in judgements: [RequestJudgement]) -> [(hash: Int, line: Int)] {
    judgements.compactMap(\.document).filter { document in
      MessageTarget.Kind.allCases.contains { document.isSet($0.rawValue) }
    }.map { ($0.message.value.hashValue, $0.line ?? 0) }
  }

  mutating func add(_ sightings: [(hash: Int, line: Int)]) {
    for (hash, line) in sightings {
      if let earlier = lines[hash] {
        (first, count) = (first ?? (line, earlier), count + 1)
      } else if lines.count < Self.most {
        lines[hash] = line
      }
    }
  }

  /// - Parameter path: of the file.
  func diagnostics(of path: String) -> [Diagnostic] {
    guard let first else { return [] }
    return [
      Diagnostic(
        .campaignRepeatedMessage, .init(.request, path, line: first.line),
        "the request of line \(first.earlier) is there again, and \(count) in all are repeated: the same people get the same twice",
        remedy: "delete the lines that were appended a second time")
    ]
  }
}
