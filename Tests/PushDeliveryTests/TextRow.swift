import Foundation
import TestSupport
import Testing

/// A row of a table in the folder Rows. Its cells stand between ` ~~ `; ⏎ is a line break, ‹U+00A0› that character, and ‹nil› no text.
struct TextRow: Sendable, CustomTestStringConvertible {
  let cells: [String?]
  let testDescription: String

  private init(_ line: String) {
    testDescription = line
    cells = line.components(separatedBy: " ~~ ").map { cell in
      let text = cell.replacing("⏎", with: "\n").replacing(/‹U\+([0-9A-F]+)›/) { escape in
        String(UInt32(escape.1, radix: 16).flatMap(Unicode.Scalar.init) ?? "?")
      }
      return text == "‹nil›" ? nil : text
    }
  }

  subscript(index: Int) -> String { index < cells.count ? cells[index] ?? "" : "" }

  /// The rows below the line `=== NAME`, without remarks, which begin with `# `.
  static func table(_ name: String, in file: String) -> [TextRow] {
    let text = try? String(contentsOfFile: "\(packageRoot)/Tests/PushDeliveryTests/Rows/\(file).txt", encoding: .utf8)
    let tables = "\n\(text ?? "")".components(separatedBy: "\n=== ").map { $0.components(separatedBy: "\n") }
    let lines = tables.first { $0[0] == name }?.dropFirst().filter { !$0.isEmpty && !$0.hasPrefix("# ") } ?? []
    guard !lines.isEmpty else { fatalError("there is no table `\(name)` in \(file).txt") }
    return lines.map(TextRow.init)
  }
}
