import Findings
import Foundation
import FuzzSupport

@testable import PushDelivery

/// Requests in whatever they are written in, and reports of what became of them.
extension FuzzTarget {
  static let requests: [FuzzTarget] =
    RequestSyntax.allCases.map { syntax in
      FuzzTarget("request-\(syntax)") { bytes in
        _ = judge.judgements(of: RequestFile(bytes, in: syntax), about: subject)
      }
    } + [
      FuzzTarget("request-parts", run: tryParts),
      FuzzTarget("baseline") { bytes in isStable(Baseline.self, bytes) },
      FuzzTarget("run-report") { bytes in isStable(RunReport.self, bytes) },
      FuzzTarget("outcomes") { bytes in
        guard let outcomes = RequestOutcomes(lines: bytes) else { return }
        precondition(RequestOutcomes(lines: outcomes.lines) == outcomes, "what is written is read as the same")
      },
    ]

  private static let subject = Diagnostic.Subject(.request, "a")
  private static let question = RequestFile.Question(now: 1_800_000_000)
  private static let judge = RequestJudge(question)

  /// Lines that come in pieces are judged as the whole; the first byte says how long pieces are.
  private static func tryParts(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let (size, text) = (Int(first) + 1, Array(bytes.dropFirst()))
    var lines = RequestLines(partSize: size)
    var files: [RequestFile] = []
    for start in stride(from: 0, to: text.count, by: size) {
      if let part = lines.take(Array(text[start..<min(start + size, text.count)])) { files.append(RequestFile(part)) }
    }
    switch lines.end() {
    case .part(let part): if let part { files.append(RequestFile(part)) }
    case .whole(let bytes): files.append(RequestFile(bytes, in: .jsonLines))
    }
    let parts = files.map { judge.judgements(of: $0, about: subject) }
    let whole = judge.judgements(of: RequestFile(text, in: .jsonLines), about: subject)
    precondition(parts.flatMap(\.diagnostics) == whole.diagnostics, "where pieces end changes nothing")
  }

  private static func isStable<Value: Codable & Hashable>(_ type: Value.Type, _ bytes: [UInt8]) {
    guard let value = try? JSONDecoder().decode(type, from: Data(bytes)) else { return }
    guard let written = try? JSONEncoder().encode(value) else { return }
    precondition((try? JSONDecoder().decode(type, from: written)) == value, "what is written is read as the same")
  }
}
