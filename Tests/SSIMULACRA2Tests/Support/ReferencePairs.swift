import Foundation
import Testing

/// What the folder of `RICHPUSH_METRIC` holds.
enum ReferencePairs {
  struct Pair: Sendable, CustomTestStringConvertible {
    let reference: URL
    let distorted: URL
    let score: Double

    var testDescription: String { distorted.lastPathComponent }
  }

  static let folder: URL? = ProcessInfo.processInfo.environment["RICHPUSH_METRIC"]
    .flatMap { $0.isEmpty ? nil : URL(filePath: $0, directoryHint: .isDirectory) }

  /// Empty where there is no folder.
  static func all() throws -> [Pair] {
    guard let folder else { return [] }
    let table = try String(contentsOf: folder.appending(path: "ssimulacra2.tsv"), encoding: .utf8)
    return try table.split(whereSeparator: \.isNewline).dropFirst().map { line in
      let fields = line.split(separator: "\t")
      guard fields.count == 3, let score = Double(fields[2]) else { throw CocoaError(.fileReadCorruptFile) }
      return Pair(
        reference: folder.appending(path: fields[0]), distorted: folder.appending(path: fields[1]), score: score)
    }
  }
}
