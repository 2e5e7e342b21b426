import Foundation
import TestSupport
import Testing

/// Every library product is documented, and its documentation is true: it names what is there, all of it, and its examples compile.
@Suite(.timeLimit(.minutes(10))) struct CatalogTests {
  @Test func everyLibraryHasACatalog() throws {
    let libraries = try Catalog.libraries()
    #expect(libraries.count > 5)
    for library in libraries {
      let path = "Sources/\(library)/\(library).docc/\(library).md"
      #expect((try? Markdown(path))?.text.hasPrefix("# ``\(library)``\n") == true, "\(path) documents no library")
    }
  }

  @Test func everyArticleThatIsNamedIsThere() throws {
    for library in try Catalog.libraries() {
      let pages = try Catalog(target: library).pages
      let names = Set(pages.compactMap { $0.path.split(separator: "/").last.map(String.init) })
      for page in pages {
        let articles = page.text.matches(of: /<doc:(\w+)>/).map { String($0.1) + ".md" }
        #expect(articles.filter { !names.contains($0) } == [], "\(page.path)")
      }
    }
  }

  @Suite(.enabled(if: OutsidePackage.folder != nil, "there are no modules beside the tests, or no swiftc in PATH"))
  struct Modules {
    @Test(.enabled(if: Program.isInstalled("swift-symbolgraph-extract"), "only the compiler tells what is public"))
    func everySymbolThatIsNamedIsPublicAndEveryPublicTypeIsInATopic() async throws {
      var symbols: [String: PublicSymbols] = [:]
      for library in try Catalog.libraries() { symbols[library] = try await PublicSymbols(target: library) }
      for library in symbols.keys.sorted() {
        let check = CatalogCheck(try Catalog(target: library), symbols)
        #expect(check.unknownSymbols == [])
        #expect(check.typesWithoutTopic == [])
      }
    }

    @Test(arguments: try Catalog.libraries()) func compilesInAnotherPackage(library: String) async throws {
      let examples = try Catalog(target: library).examples
      #expect(!examples.isEmpty, "no example of \(library) begins with its imports")
      for example in examples {
        let errors = try await OutsidePackage.compilerErrors(in: example.text)
        #expect(errors == "", "\(example)")
      }
    }
  }
}

/// A catalog, and the symbols of all libraries.
private struct CatalogCheck {
  private let catalog: Catalog
  private let symbols: [String: PublicSymbols]

  init(_ catalog: Catalog, _ symbols: [String: PublicSymbols]) { (self.catalog, self.symbols) = (catalog, symbols) }

  private var own: PublicSymbols? { symbols[catalog.target] }

  /// Links that lead nowhere. Text may also name what the library is built on; topics may not.
  var unknownSymbols: [String] {
    catalog.links.compactMap { link in
      let reachable = link.isTopic ? [] : own?.imports ?? []
      let isThere = reachable.union([catalog.target]).contains {
        symbols[$0]?.paths.contains(path(link.symbol)) == true
      }
      return isThere ? nil : "\(link.place): ``\(link.symbol)`` is not public in \(catalog.target)"
    }
  }

  /// A type with the name of its module has the module's name before it.
  private func path(_ symbol: String) -> String {
    let prefix = catalog.target + "/"
    return symbol.hasPrefix(prefix) && own?.paths.contains(symbol) == false
      ? String(symbol.dropFirst(prefix.count)) : symbol
  }

  /// Public types that are missing from the topics.
  var typesWithoutTopic: [String] {
    let named = Set(catalog.links.filter(\.isTopic).map { path($0.symbol) })
    let missing = own?.topLevelTypes.subtracting(named) ?? []
    return missing.sorted().map { "\($0) stands in no topic of \(catalog.target).docc" }
  }
}

/// The pages next to a library's sources from which DocC makes its documentation.
private struct Catalog {
  /// The library.
  let target: String
  let pages: [Markdown]

  /// The names of all library products of the package.
  static func libraries() throws -> [String] {
    try Markdown("Package.swift").text.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) }
  }

  /// - Throws: if it is missing.
  init(target: String) throws {
    let folder = "Sources/\(target)/\(target).docc"
    let names = try FileManager.default.contentsOfDirectory(atPath: packageRoot + "/" + folder)
    self.target = target
    pages = try names.filter { $0.hasSuffix(".md") }.sorted().map { try Markdown(folder + "/" + $0) }
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
private struct PublicSymbols: Sendable {
  let paths: Set<String>
  /// Those that are types and stand in no other.
  let topLevelTypes: Set<String>
  /// The modules that the sources import.
  let imports: Set<String>

  /// From the module that was built, as the compiler tells.
  init(target: String) async throws {
    let folder = TemporaryFolder()
    let triple = try JSON(try await Program("swiftc").run(["-print-target-info"]).stdout)["target"]["triple"].string
    let output = try await Program("swift-symbolgraph-extract").run(
      [
        "-module-name", target, "-target", triple ?? "", "-output-dir", folder.path, "-minimum-access-level", "public",
        "-skip-synthesized-members",
      ] + OutsidePackage.arguments())
    guard output.status == 0 else { throw ProgramError.failed("swift-symbolgraph-extract", stderr: output.stderr) }
    let graph = try JSONDecoder().decode(Graph.self, from: Data(folder.bytes(of: target + ".symbols.json")))
    let types = graph.symbols.filter { $0.pathComponents.count == 1 && Self.typeKinds.contains($0.kind.identifier) }
    paths = Set(graph.symbols.map { $0.pathComponents.joined(separator: "/") })
    topLevelTypes = Set(types.map { $0.pathComponents[0] })
    imports = try Self.imports(of: target)
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
