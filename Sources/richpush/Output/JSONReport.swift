import Foundation
import PushDelivery

extension RunReport {
  /// The report as JSON: sorted keys, indented. Its form is described in docs/report.md.
  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }
}
