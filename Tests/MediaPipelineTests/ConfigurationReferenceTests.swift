import Foundation
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// The tables of docs/configuration.md are those that the descriptions of the keys give. `make reference` writes them anew.
@Suite struct ConfigurationReferenceTests {
  private static let path = packageRoot + "/docs/configuration.md"

  /// Each table under the name in the comment above it.
  private static let tables =
    Destinations.file.reference.map { ($0.key, $0.value) } + CampaignFile.reference.map { ($0.key, $0.value) }
    + Destinations.file.destinationReference.map { ("publish, to: \($0.kind)", $0.table) }

  @Test func isWhatTheKeysSay() throws {
    var text = try String(contentsOfFile: Self.path, encoding: .utf8)
    if ProcessInfo.processInfo.environment["RICHPUSH_WRITE_REFERENCE"] != nil {
      for (name, table) in Self.tables { text = Self.replacing(table, named: name, in: text) }
      try text.write(toFile: Self.path, atomically: true, encoding: .utf8)
    }
    for (name, table) in Self.tables {
      #expect(text.contains("<!-- keys of \(name) -->\n\n\(table)\n"), "\(name) should be:\n\(table)")
    }
    #expect(text.components(separatedBy: "<!-- keys of ").count == Self.tables.count + 1)
  }

  /// The text with the lines of a table after its comment replaced.
  private static func replacing(_ table: String, named name: String, in text: String) -> String {
    var lines = text.components(separatedBy: "\n")
    guard let comment = lines.firstIndex(of: "<!-- keys of \(name) -->") else { return text }
    let end = lines[(comment + 2)...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
    lines.replaceSubrange(comment + 2..<end, with: table.components(separatedBy: "\n"))
    return lines.joined(separator: "\n")
  }
}
