import Foundation
import TestSupport
import Testing

/// docs/architecture.md names what is there, and every folder that is there.
@Suite(.timeLimit(.minutes(10))) struct ArchitectureTests {
  private static let tree = Result { try SourceTree() }

  private let document: Markdown
  private let tree: SourceTree

  init() throws {
    document = try Markdown("docs/architecture.md")
    tree = try Self.tree.get()
  }

  @Test func everyNameIsThere() { #expect(missing(in: document) == []) }

  /// Those that are named as code, and those that are linked.
  private func missing(in document: Markdown) -> [String] {
    let linked = document.links.map { $0.split(separator: "/").filter { $0 != ".." }.joined(separator: "/") }
    return document.codeSpans.flatMap(missing)
      + linked.filter { ($0.hasPrefix("Sources/") || $0.hasPrefix("Tests/")) && !tree.has(path: $0) }
  }

  /// What of a piece of code is not there: a path, or types and their members. Paths and words that begin small are a user's:
  /// keys, commands, files that richpush writes; unless they begin with a target.
  private func missing(_ code: String) -> [String] {
    if code.contains("/") || code.hasSuffix(".swift") {
      let first = String(code.prefix { $0 != "/" })
      let isOurs = first.first?.isUppercase == true || targets.contains(first)
      return isOurs && !tree.has(path: code) ? [code] : []
    }
    return code.matches(of: /\w+(?:\.\w+)*/).flatMap { match in
      let words = match.0.split(separator: ".").map(String.init)
      return words[0].first?.isUppercase == true ? missing(type: words[0], members: Array(words.dropFirst())) : []
    }
  }

  private func missing(type: String, members: [String]) -> [String] {
    guard tree.declares(type: type) || tree.has(path: type) else { return [type] }
    return zip([type] + members, members).filter { !tree.declares($1, near: $0) }.map { "\($0).\($1)" }
  }

  private var targets: [String] { tree.folders(in: "Sources") }

  /// A target is named as a whole, or by each of its folders.
  @Test func everyFolderIsNamed() {
    let names = Set(document.codeSpans)
    for target in targets where !names.contains(target) {
      let folders = tree.folders(in: "Sources/" + target).map { target + "/" + $0 }
      #expect(folders.filter { !names.contains($0) } == [])
    }
  }

  /// The list of modules has each target once, and nothing else.
  @Test func everyTargetIsAModule() throws {
    let list = try #require(document.blocks("text").first)
    let modules = list.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(modules.sorted() == (try targetsWithC.sorted()))
  }

  /// Those that hold no Swift too.
  private var targetsWithC: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: packageRoot + "/Sources").filter { !$0.hasPrefix(".") }
    }
  }
}
