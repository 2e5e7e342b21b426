import Findings
import Foundation
import TestSupport
import Testing

/// Every library product is documented, and its documentation is true: it names what is there, all of it, and its examples compile.
@Suite(.timeLimit(.minutes(10))) struct CatalogTests {
  /// Of all targets, so that one can be told where it has gone.
  private static let symbols = Result {
    let targets = try FileManager.default.contentsOfDirectory(atPath: packageRoot + "/Sources")
    return try Dictionary(
      uniqueKeysWithValues: targets.filter { !$0.hasPrefix(".") }.map { ($0, try PublicSymbols(target: $0)) })
  }

  @Test func everyLibraryHasACatalog() throws {
    let libraries = try Catalog.libraries()
    #expect(libraries.count > 5)
    for library in libraries {
      let path = "Sources/\(library)/\(library).docc/\(library).md"
      #expect((try? Markdown(path))?.text.hasPrefix("# ``\(library)``\n") == true, "\(path) documents no library")
    }
  }

  @Test func everySymbolThatIsNamedIsPublic() throws {
    let symbols = try Self.symbols.get()
    for library in try Catalog.libraries() {
      #expect(CatalogCheck(try Catalog(target: library), symbols).unknownSymbols == [])
    }
  }

  @Test func everyPublicTypeStandsInATopic() throws {
    let symbols = try Self.symbols.get()
    for library in try Catalog.libraries() {
      #expect(CatalogCheck(try Catalog(target: library), symbols).typesWithoutTopic == [])
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
  struct Examples {
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
      let isThere = reachable.union([catalog.target]).contains { symbols[$0]?.places[path(link.symbol)] != nil }
      return isThere ? nil : "\(link.place): ``\(link.symbol)`` \(reason(path(link.symbol)))"
    }
  }

  /// A type with the name of its module has the module's name before it.
  private func path(_ symbol: String) -> String {
    let prefix = catalog.target + "/"
    return symbol.hasPrefix(prefix) && own?.places[symbol] == nil ? String(symbol.dropFirst(prefix.count)) : symbol
  }

  private func reason(_ path: String) -> String {
    let others = symbols.filter { $0.value.places[path] != nil }.keys.sorted()
    let names = (own?.places.keys.sorted()) ?? []
    // A name without an argument's label means the function of that name.
    let sameButForLabels = names.first { $0.contains("(") && $0.prefix { $0 != "(" } == path.prefix { $0 != "(" } }
    let nearest = sameButForLabels ?? NearestName.find(path, among: names) ?? "none"
    let state =
      if own?.hidden.contains(path) == true {
        "is declared in \(catalog.target), but is not public"
      } else if others.isEmpty {
        "is not declared in \(catalog.target)"
      } else { "is public in \(others.joined(separator: ", ")), not in \(catalog.target)" }
    return "\(state); the nearest name there is ``\(nearest)``"
  }

  /// Public types that are missing from the topics.
  var typesWithoutTopic: [String] {
    let named = Set(catalog.links.filter(\.isTopic).map { path($0.symbol) })
    let missing = own?.topLevelTypes.subtracting(named) ?? []
    return missing.sorted().map { "\(own?.places[$0] ?? ""): \($0) stands in no topic of \(catalog.target).docc" }
  }
}

/// The means of the tests above tell right from wrong.
@Suite struct CatalogCheckTests {
  private static let library = PublicSymbols([
    (
      "Sources/Shop/Cart.swift",
      """
      public import Money

      /// What was chosen.
      public struct Cart: Hashable, Sendable,
        CustomStringConvertible
      {
        public let first, second: Int
        package var secret = 0
        public private(set) var total: [String: Int] = [:]

        public init?(_ items: [Item], of shop: String = "") {
          let inner = 0
        }
        public static func find<Value>(
          _ value: Value, among values: [String: (Int) -> Value]
        ) -> Cart? { nil }
        public subscript(index: Int) -> Int { 0 }

        public enum State { case empty, filled(Int, by: String), `default` }
        public enum Size {
          case small, middle,
            large
        }
        public static func < (left: Self, right: Self) -> Bool { true }
        enum Hidden { public func nothing() {} }
      }

      extension Cart.State {
        public func next() -> Self { self }
      }
      """
    ),
    (
      "Sources/Shop/Item.swift",
      #"""
      let template = """
        public struct NoType {}
        """
      public protocol Item { var price: Int { get } }
      extension Array { public func sum() -> Int { 0 } }
      struct Drawer {}
      """#
    ),
  ])

  @Test func findsWhatOtherPackagesSee() {
    #expect(
      Self.library.places.keys.sorted() == [
        "Cart", "Cart/<(_:_:)", "Cart/Size", "Cart/Size/large", "Cart/Size/middle", "Cart/Size/small", "Cart/State",
        "Cart/State/default", "Cart/State/empty", "Cart/State/filled(_:by:)", "Cart/State/next()",
        "Cart/find(_:among:)", "Cart/first", "Cart/init(_:of:)", "Cart/second", "Cart/subscript(_:)", "Cart/total",
        "Item", "Item/price",
      ])
    #expect(Self.library.topLevelTypes == ["Cart", "Item"])
    #expect(Self.library.places["Item"] == "Sources/Shop/Item.swift:4")
    #expect(Self.library.hidden.isSuperset(of: ["Drawer", "Cart/secret", "Cart/Hidden", "Array/sum()"]))
    #expect(Self.library.imports == ["Money"])
  }

  private static let page = """
    # ``Shop``

    ``Cart/find(_:among:)`` and ``Cart/find(_:)``, ``Coin``.

    ```swift
    let text = "``NoType``"
    ```

    ## Topics

    - ``Cart``
    - ``Coin``
    - ``Drawer``
    - ``Crat``
    """

  @Test func namesWhatIsNotThere() {
    let catalog = Catalog(target: "Shop", pages: [Markdown(path: "Shop.md", text: Self.page)])
    let money = PublicSymbols([("Sources/Money/Coin.swift", "public struct Coin {}")])
    let check = CatalogCheck(catalog, ["Shop": Self.library, "Money": money])
    #expect(
      check.unknownSymbols == [
        "Shop.md:3: ``Cart/find(_:)`` is not declared in Shop; the nearest name there is ``Cart/find(_:among:)``",
        "Shop.md:12: ``Coin`` is public in Money, not in Shop; the nearest name there is ``Cart``",
        "Shop.md:13: ``Drawer`` is declared in Shop, but is not public; the nearest name there is ``Cart``",
        "Shop.md:14: ``Crat`` is not declared in Shop; the nearest name there is ``Cart``",
      ])
    #expect(check.typesWithoutTopic == ["Sources/Shop/Item.swift:4: Item stands in no topic of Shop.docc"])
  }

  @Test func examplesThatShowAPartAreNotComplete() {
    let text = "# A\n\n```swift\nimport A\n\nlet a = 0\n```\n\n```swift\nshow(a)\n```\n"
    let examples = Catalog(target: "A", pages: [Markdown(path: "A.md", text: text)]).examples
    #expect(examples.map(\.text) == ["import A\n\nlet a = 0\n"])
  }
}
