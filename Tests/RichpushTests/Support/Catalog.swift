import Foundation
import TestSupport

/// The pages next to a library's sources from which DocC makes its documentation.
struct Catalog {
  /// The library.
  let target: String
  let pages: [Markdown]

  /// The names of all library products of the package.
  static func libraries() throws -> [String] {
    try Markdown("Package.swift").text.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) }
  }

  init(target: String, pages: [Markdown]) { (self.target, self.pages) = (target, pages) }

  /// - Throws: if it is missing.
  init(target: String) throws {
    let folder = "Sources/\(target)/\(target).docc"
    let names = try FileManager.default.contentsOfDirectory(atPath: packageRoot + "/" + folder)
    self.init(
      target: target, pages: try names.filter { $0.hasSuffix(".md") }.sorted().map { try Markdown(folder + "/" + $0) })
  }

  /// Something that a page names between two backticks, as a link to a symbol.
  struct Link {
    let symbol: String
    let place: String
    /// Whether it puts the symbol in a topic.
    let isTopic: Bool
  }

  var links: [Link] { pages.flatMap(Self.links) }

  /// A program or a file in Swift, complete: it begins with its imports. Others show a part only.
  struct Example: CustomStringConvertible {
    let text: String
    let description: String
  }

  var examples: [Example] {
    pages.flatMap { page in
      page.blocks("swift").enumerated().map { Example(text: $1 + "\n", description: "\(page.path), example \($0 + 1)") }
    }.filter { $0.text.hasPrefix("import ") }
  }

  private static func links(in page: Markdown) -> [Link] {
    var (isInBlock, isInTopics) = (false, false)
    return page.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { index, line in
      if line.hasPrefix("```") { isInBlock.toggle() }
      if line.hasPrefix("## ") { isInTopics = line == "## Topics" }
      // The title of the first page is the library.
      guard !isInBlock, !line.hasPrefix("# ") else { return [Link]() }
      return line.matches(of: /``([^`]+)``/).map {
        Link(symbol: String($0.1), place: "\(page.path):\(index + 1)", isTopic: isInTopics && line.hasPrefix("- "))
      }
    }
  }
}
