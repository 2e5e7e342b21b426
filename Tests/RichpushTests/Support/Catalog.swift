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

/// What other packages see of a library, by the paths under which DocC knows symbols, such as `RequestComposer/compose(_:media:)`.
struct PublicSymbols: Sendable {
  let paths: Set<String>
  /// Those that are types and stand in no other.
  let topLevelTypes: Set<String>
  /// The modules that the sources import.
  let imports: Set<String>

  init(_ paths: Set<String>, topLevelTypes: Set<String> = [], imports: Set<String> = []) {
    (self.paths, self.topLevelTypes, self.imports) = (paths, topLevelTypes, imports)
  }

  /// From the module that was built, as the compiler tells.
  init(target: String) async throws {
    let folder = try TemporaryFolder()
    let triple = try JSON(try await Program("swiftc").run(["-print-target-info"]).stdout)["target"]["triple"].string
    let output = try await Program("swift-symbolgraph-extract").run(
      [
        "-module-name", target, "-target", triple ?? "", "-output-dir", folder.path, "-minimum-access-level", "public",
        "-skip-synthesized-members",
      ] + OutsidePackage.arguments())
    guard output.status == 0 else { throw ProgramError.failed("swift-symbolgraph-extract", stderr: output.stderr) }
    let graph = try JSONDecoder().decode(Graph.self, from: Data(folder.bytes(of: target + ".symbols.json")))
    let types = graph.symbols.filter { $0.pathComponents.count == 1 && Self.typeKinds.contains($0.kind.identifier) }
    self.init(
      Set(graph.symbols.map { $0.pathComponents.joined(separator: "/") }),
      topLevelTypes: Set(types.map { $0.pathComponents[0] }), imports: try Self.imports(of: target))
  }

  private static let typeKinds = Set(
    ["struct", "class", "enum", "protocol", "actor", "typealias"].map { "swift." + $0 })

  private struct Graph: Decodable {
    struct Symbol: Decodable {
      struct Kind: Decodable { let identifier: String }

      let kind: Kind
      let pathComponents: [String]
    }

    let symbols: [Symbol]
  }

  private static func imports(of target: String) throws -> Set<String> {
    let folder = packageRoot + "/Sources/" + target
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
    let heads = try paths.map { try String(contentsOfFile: folder + "/" + $0, encoding: .utf8).prefix { $0 != "{" } }
    return Set(heads.flatMap { $0.matches(of: /(?m)^(?:\w+ )?import (\w+)$/).map { String($0.1) } })
  }
}
