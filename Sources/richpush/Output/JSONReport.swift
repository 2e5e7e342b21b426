import Foundation
import PushDelivery

extension RunReport {
  /// The report as JSON: sorted keys, indented. Its form is described in docs/report.md.
  func json() throws -> Data { try reportEncoder.encode(self) }
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
