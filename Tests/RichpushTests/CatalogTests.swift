import Findings
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

    /// Else it would prove nothing that the others compile.
    @Test func whatIsNotPublicDoesNotCompile() async throws {
      let errors = try await OutsidePackage.compilerErrors(in: "import Findings\nprint(NearestName.self)\n")
      #expect(errors.contains("'NearestName'"))
    }
  }
}

/// A catalog, and the symbols of all libraries.
private struct CatalogCheck {
  private let catalog: Catalog
  private let symbols: [String: PublicSymbols]

  init(_ catalog: Catalog, _ symbols: [String: PublicSymbols]) { (self.catalog, self.symbols) = (catalog, symbols) }

  private var own: PublicSymbols? { symbols[catalog.target] }

  /// Links that lead nowhere, with what was probably meant. Text may also name what the library is built on; topics may not.
  var unknownSymbols: [String] {
    catalog.links.compactMap { link in
      let reachable = link.isTopic ? [] : own?.imports ?? []
      let isThere = reachable.union([catalog.target]).contains {
        symbols[$0]?.paths.contains(path(link.symbol)) == true
      }
      return isThere ? nil : "\(link.place): ``\(link.symbol)`` \(reason(path(link.symbol)))"
    }
  }

  /// A type with the name of its module has the module's name before it.
  private func path(_ symbol: String) -> String {
    let prefix = catalog.target + "/"
    return symbol.hasPrefix(prefix) && own?.paths.contains(symbol) == false
      ? String(symbol.dropFirst(prefix.count)) : symbol
  }

  private func reason(_ path: String) -> String {
    let others = symbols.filter { $0.value.paths.contains(path) }.keys.sorted()
    let names = own?.paths.sorted() ?? []
    // A name without an argument's label means the function of that name.
    let sameButForLabels = names.first { $0.contains("(") && $0.prefix { $0 != "(" } == path.prefix { $0 != "(" } }
    let nearest = sameButForLabels ?? NearestName.find(path, among: names) ?? "none"
    let elsewhere = others.isEmpty ? "" : "public in \(others.joined(separator: ", ")), "
    return
      "is \(elsewhere)not \(others.isEmpty ? "public " : "")in \(catalog.target); the nearest name there is ``\(nearest)``"
  }

  /// Public types that are missing from the topics.
  var typesWithoutTopic: [String] {
    let named = Set(catalog.links.filter(\.isTopic).map { path($0.symbol) })
    let missing = own?.topLevelTypes.subtracting(named) ?? []
    return missing.sorted().map { "\($0) stands in no topic of \(catalog.target).docc" }
  }
}

/// The means of the tests above tell right from wrong.
@Suite(.timeLimit(.minutes(1))) struct CatalogCheckTests {
  private static let page = """
    # ``Shop``

    ``Cart/find(_:among:)`` and ``Cart/find(_:)``, ``Coin``.

    ```swift
    let text = "``NoType``"
    ```

    ## Topics

    - ``Cart``
    - ``Coin``
    - ``Crat``
    """

  @Test func namesWhatIsNotThere() {
    let catalog = Catalog(target: "Shop", pages: [Markdown(path: "Shop.md", text: Self.page)])
    let shop = PublicSymbols(
      ["Cart", "Cart/find(_:among:)", "Item"], topLevelTypes: ["Cart", "Item"], imports: ["Money"])
    let check = CatalogCheck(catalog, ["Shop": shop, "Money": PublicSymbols(["Coin"])])
    #expect(
      check.unknownSymbols == [
        "Shop.md:3: ``Cart/find(_:)`` is not public in Shop; the nearest name there is ``Cart/find(_:among:)``",
        "Shop.md:12: ``Coin`` is public in Money, not in Shop; the nearest name there is ``Cart``",
        "Shop.md:13: ``Crat`` is not public in Shop; the nearest name there is ``Cart``",
      ])
    #expect(check.typesWithoutTopic == ["Item stands in no topic of Shop.docc"])
  }

  @Test func examplesThatShowAPartAreNotComplete() {
    let text = "# A\n\n```swift\nimport A\n\nlet a = 0\n```\n\n```swift\nshow(a)\n```\n"
    let examples = Catalog(target: "A", pages: [Markdown(path: "A.md", text: text)]).examples
    #expect(examples.map(\.text) == ["import A\n\nlet a = 0\n"])
  }
}
