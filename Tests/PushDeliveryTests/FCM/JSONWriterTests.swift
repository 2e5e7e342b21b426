import Findings
import Foundation
import PushDelivery
import TestSupport
import Testing

/// The form of requests on disk, compared with Foundation's encoder.
@Suite struct JSONWriterTests {
  private func message(_ data: [String: String]) throws -> ComposedRequest {
    var diagnostics: [Diagnostic] = []
    let message = try Message(
      to: .fid("f"), ["notification": ["title": "T"], "data": .object(data.mapValues { .string($0) })])
    return try #require(ComposedRequest(message, id: .m, subject: .init(.message, "m"), reporting: &diagnostics))
  }

  private func encoded(_ value: JSONValue, _ formatting: JSONEncoder.OutputFormatting) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test func writesWhatFoundationWrites() throws {
    var generator = SeededGenerator(seed: 6)
    let alphabet = Array("aé😀\"\\/\u{8}\u{9}\u{A}\u{C}\u{D}\u{1}\u{1F}\u{7F}\u{2028} ")
    for _ in 0..<200 {
      let data = Dictionary(
        (0..<Int.random(in: 1...5, using: &generator)).map { number in
          let count = Int.random(in: 0...12, using: &generator)
          let text = String((0..<count).map { _ in alphabet.randomElement(using: &generator) ?? "a" })
          return ("k\(number)", text)
        }
      ) { $1 }
      let request = try message(data)
      #expect(try encoded(request.body(), .prettyPrinted) + "\n" == String(decoding: request.bodyText(), as: UTF8.self))
      #expect(try encoded(request.body(), []) == String(decoding: request.bodyLine(), as: UTF8.self))
    }
  }
}
