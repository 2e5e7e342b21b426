import Foundation
import TestSupport

/// A document of the repository.
struct Markdown {
  /// Relative to the package's folder.
  let path: String
  let text: String

  init(_ path: String) throws {
    self.path = path
    text = try String(contentsOf: URL(filePath: packageRoot + "/" + path), encoding: .utf8)
  }

  /// The README and everything in `docs`.
  static func documents() throws -> [Markdown] {
    let names = try FileManager.default.contentsOfDirectory(atPath: packageRoot + "/docs").sorted()
    return try (["README.md"] + names.filter { $0.hasSuffix(".md") }.map { "docs/" + $0 }).map(Markdown.init)
  }

  /// The paths of those documents that have a text in them.
  static func paths(having text: String) -> [String] {
    let documents = (try? documents()) ?? []
    return documents.filter { $0.text.contains(text) }.map(\.path)
  }

  /// The contents of fenced blocks with this text behind the opening fence.
  func blocks(_ language: String) -> [String] {
    text.components(separatedBy: "\n```\(language)\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
  }

  /// The text between fenced blocks.
  private var runningText: [String] {
    text.components(separatedBy: "\n```").enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
  }

  /// The code spans of text and tables, in order.
  var codeSpans: [String] { runningText.flatMap { $0.matches(of: /`([^`]+)`/).map { String($0.1) } } }

  /// The names of anchors: those that are written, and those that headings get.
  var anchors: [String] {
    let headings = runningText.flatMap { $0.matches(of: /(?m)^#+ (.+)$/).map { Self.anchor(of: String($0.1)) } }
    return text.matches(of: /<a id="([^"]+)">/).map { String($0.1) } + headings
  }

  /// As GitHub makes it of a heading.
  private static func anchor(of heading: String) -> String {
    let kept = heading.lowercased().filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
    return kept.replacing(" ", with: "-")
  }

  /// Where links lead that have a fragment: the path of a document, and the fragment.
  var fragments: [(path: String, fragment: String)] {
    text.matches(of: /\]\(([^)#\s:]*)#([^)\s]+)\)/).map { match in
      let target = URL(filePath: "/" + path).deletingLastPathComponent().appending(path: String(match.1))
      let isHere = match.1.isEmpty
      return (isHere ? path : String(target.standardized.path.dropFirst()), String(match.2))
    }
  }

  /// Relative targets of links and pictures, without their fragments.
  var links: [String] { text.matches(of: /\]\(([^)#\s]+)[^)]*\)/).map { String($0.1) }.filter { !$0.contains("://") } }
}
