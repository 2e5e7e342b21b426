import Foundation
import TestSupport

/// A document of the repository.
struct Markdown {
  /// Relative to the package's folder.
  let path: String
  let text: String

  /// One that stands in no file.
  init(path: String, text: String) { (self.path, self.text) = (path, text) }

  init(_ path: String) throws {
    self.path = path
    text = try String(contentsOf: URL(filePath: packageRoot + "/" + path), encoding: .utf8)
  }

  /// The README and everything in `docs`.
  static func documents() throws -> [Markdown] {
    let names = try FileManager.default.contentsOfDirectory(atPath: packageRoot + "/docs").sorted()
    return try (["README.md"] + names.filter { $0.hasSuffix(".md") }.map { "docs/" + $0 }).map(Markdown.init)
  }

  /// The contents of fenced blocks with this text behind the opening fence.
  func blocks(_ language: String) -> [String] {
    text.components(separatedBy: "\n```\(language)\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
  }

  /// What stands as code in running text and tables, in its order.
  var codeSpans: [String] {
    text.components(separatedBy: "\n```").enumerated().filter { $0.offset % 2 == 0 }
      .flatMap { $0.element.matches(of: /`([^`]+)`/).map { String($0.1) } }
  }

  /// What stands as code in the first column of tables.
  var firstCells: [String] { text.matches(of: /(?m)^\| `([^`]+)` \|/).map { String($0.1) } }

  /// The names of anchors.
  var anchors: [String] { text.matches(of: /<a id="([^"]+)">/).map { String($0.1) } }

  /// Relative targets of links and pictures, without their fragments.
  var links: [String] {
    text.matches(of: /\]\(([^)#\s]+)[^)]*\)/).map { String($0.1) }.filter { !$0.contains("://") }
  }
}
