import Foundation
import PushDelivery

extension RunReport {
  /// The report as JSON: sorted keys, indented. Its form is described in docs/report.md.
  ///
  /// The encoder takes ten times the room of what it writes, so a hundred thousand requests are given to it in parts.
  func json() throws -> Data {
    var frame = self
    frame.requests = []
    let text = try reportEncoder.encode(frame)
    // Members of the report itself are the only ones that are indented like this, and no text has a line break in it.
    guard !requests.isEmpty, let name = text.range(of: Data("\n  \"requests\" : [".utf8)),
      let end = text[name.upperBound...].firstIndex(of: UInt8(ascii: "]"))
    else { return text }
    return try text[..<name.upperBound] + requestLines() + Data("\n  ".utf8) + text[end...]
  }

  /// The requests with their commas, as they stand in the report.
  private func requestLines() throws -> Data {
    var lines = Data()
    for start in stride(from: 0, to: requests.count, by: 1000) {
      let part = try reportEncoder.encode(Array(requests[start..<min(start + 1000, requests.count)]))
      if start > 0 { lines.append(UInt8(ascii: ",")) }
      // Without the brackets, and one level deeper.
      for line in part.split(separator: UInt8(ascii: "\n")).dropFirst().dropLast() {
        lines.append(contentsOf: Data("\n  ".utf8) + line)
      }
    }
    return lines
  }
}

extension CheckReport {
  /// The report as JSON: sorted keys, indented. Its form is described in docs/report.md.
  func json() throws -> Data { try reportEncoder.encode(self) }
}

extension PublicationReport {
  /// The report as JSON: sorted keys, indented. Its form is described in docs/report.md.
  func json() throws -> Data { try reportEncoder.encode(self) }
}

private var reportEncoder: JSONEncoder {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  return encoder
}
