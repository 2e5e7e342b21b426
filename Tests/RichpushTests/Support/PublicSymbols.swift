import Foundation
import TestSupport

/// The symbols that the Swift sources of a target declare, by the paths under which DocC knows them, such as
/// `RequestComposer/compose(_:media:)`.
struct PublicSymbols {
  /// The symbols that other packages see, and their places.
  private(set) var places: [String: String] = [:]
  /// Those of `places` that are types and stand in no other.
  private(set) var topLevelTypes: Set<String> = []
  /// The symbols that only this target or this package sees.
  private(set) var hidden: Set<String> = []
  /// The modules that the sources import: the target depends on them.
  private(set) var imports: Set<String> = []

  /// - Parameter target: one of the folders in `Sources`.
  init(target: String) throws {
    let folder = "Sources/" + target
    let paths = try FileManager.default.subpathsOfDirectory(atPath: packageRoot + "/" + folder).sorted()
    let files = try paths.filter { $0.hasSuffix(".swift") }.map { path in
      (folder + "/" + path, try String(contentsOfFile: "\(packageRoot)/\(folder)/\(path)", encoding: .utf8))
    }
    self.init(files)
  }

  /// - Parameter files: paths and texts, as `swift format` writes them.
  init(_ files: [(path: String, text: String)]) {
    let declarations = files.flatMap { path, text in SwiftDeclarations(text, path: path).all }
    imports = Set(declarations.filter { $0.keyword == "import" }.map(\.path))
    // Members of a type are declared in any file, and seen only where the type is.
    let visible = Set(declarations.filter(\.isPublic).map(\.path))
    for declaration in declarations where declaration.keyword != "import" && declaration.keyword != "extension" {
      let parents = declaration.parents
      if declaration.isPublic, parents.allSatisfy(visible.contains) {
        places[declaration.path] = declaration.place
        if declaration.isType, parents.isEmpty { topLevelTypes.insert(declaration.path) }
      } else {
        hidden.insert(declaration.path)
      }
    }
    hidden.subtract(places.keys)
  }
}

/// Something that a Swift file declares.
struct SwiftDeclaration {
  /// The word that introduces it: `struct`, `func`, `case`, `import` and so on.
  let keyword: String
  /// The names from the outermost type inwards, with a slash between.
  let path: String
  let isPublic: Bool
  /// The file and line, as compilers write them.
  let place: String

  var isType: Bool { SwiftDeclarationHead.types.contains(keyword) }

  /// The paths of the types around it.
  var parents: [String] {
    let names = path.split(separator: "/")
    return names.indices.dropLast().map { names[...$0].joined(separator: "/") }
  }
}

/// Reads what a file declares outside of functions. It goes by lines and their indentation, which `swift format` keeps in order.
private struct SwiftDeclarations {
  private(set) var all: [SwiftDeclaration] = []
  /// The types and extensions around the present line, with their indentation.
  private var containers: [(declaration: SwiftDeclaration, indentation: Int)] = []

  init(_ text: String, path: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var isInLiteral = false
    for (index, line) in lines.enumerated() {
      let marks = line.utf8.contains(UInt8(ascii: "\"")) ? line.components(separatedBy: "\"\"\"").count - 1 : 0
      if !isInLiteral { read(lines[index...], place: "\(path):\(index + 1)") }
      if marks % 2 == 1 { isInLiteral.toggle() }
    }
  }

  /// - Parameter lines: the present line and those after it.
  private mutating func read(_ lines: ArraySlice<Substring>, place: String) {
    let line = lines[lines.startIndex]
    let indentation = line.utf8.prefix { $0 == UInt8(ascii: " ") }.count
    // A brace on a separate line belongs to the declaration before it.
    guard let first = line.utf8.dropFirst(indentation).first, !"/{".utf8.contains(first) else { return }
    containers.removeAll { $0.indentation >= indentation }
    guard containers.last.map({ $0.indentation + 2 == indentation }) ?? (indentation == 0) else { return }
    let opened = declare(
      line.dropFirst(indentation), before: lines.dropFirst(), in: containers.last?.declaration, at: place)
    if let opened { containers.append((opened, indentation)) }
  }

  /// - Returns: what the declarations in the next lines stand in.
  private mutating func declare(
    _ line: Substring, before next: ArraySlice<Substring>, in container: SwiftDeclaration?, at place: String
  ) -> SwiftDeclaration? {
    guard let head = SwiftDeclarationHead(line) else { return nil }
    let declarations = head.names(before: next).map { name in
      SwiftDeclaration(
        keyword: head.keyword, path: [container?.path, name].compactMap { $0 }.joined(separator: "/"),
        isPublic: head.isPublic || (container?.isPublic == true && head.sharesAccess(withKeyword: container?.keyword)),
        place: place)
    }
    all += declarations
    guard head.opensContainer, let opened = declarations.first else { return nil }
    // A small type may stand in one line.
    if line.hasSuffix("}"), let brace = line.firstIndex(of: "{") {
      let inner = line[brace...].dropFirst().dropLast().drop { $0 == " " }
      _ = declare(inner, before: [], in: opened, at: place)
    }
    return opened
  }
}

/// The beginning of a declaration: attributes, modifiers and a keyword.
private struct SwiftDeclarationHead {
  static let types: Set = ["struct", "enum", "class", "actor", "protocol", "typealias"]
  private static let functions: Set = ["func", "init", "subscript"]
  private static let others: Set = ["extension", "import", "let", "var", "case", "associatedtype"]
  private static let modifiers: Set = [
    "public", "open", "package", "internal", "fileprivate", "private", "static", "final", "indirect", "mutating",
    "nonisolated", "lazy", "weak", "override", "convenience", "required", "prefix", "postfix", "infix",
  ]

  let keyword: String
  let isPublic: Bool
  /// What follows the keyword in its line.
  private let rest: Substring

  init?(_ line: Substring) {
    var (rest, isPublic) = (line, false)
    while true {
      let word = rest.prefix { $0.isLetter }
      let after = rest.dropFirst(word.count)
      if rest.hasPrefix("@") || (Self.modifiers.contains(String(word)) && !after.isEmpty) {
        isPublic = isPublic || ((word == "public" || word == "open") && after.hasPrefix(" "))
        rest = rest.drop { $0 != " " }.drop { $0 == " " }
      } else if Self.types.union(Self.functions).union(Self.others).contains(String(word)) {
        (keyword, self.isPublic, self.rest) = (String(word), isPublic, after.drop { $0 == " " })
        return
      } else {
        return nil
      }
    }
  }

  var opensContainer: Bool { keyword == "extension" || (Self.types.contains(keyword) && keyword != "typealias") }

  /// Whether it is as visible as its type, without its own keyword.
  func sharesAccess(withKeyword container: String?) -> Bool { keyword == "case" || container == "protocol" }

  /// The names that are declared; a function's with its labels.
  ///
  /// - Parameter next: the next lines, over which parameters may go on.
  func names(before next: ArraySlice<Substring>) -> [String] {
    switch keyword {
    case "extension", "import":
      [String(rest.prefix { $0.isLetter || $0.isNumber || "._".contains($0) }.replacing(".", with: "/"))]
    case "case": Parentheses.split(list(before: next)).map { Parentheses($0.prefix { $0 != "=" }).signature() }
    case "let", "var":
      rest.prefix { !":={".contains($0) }.split(separator: ",").map { $0.filter { !"` ".contains($0) } }
    case _ where Self.functions.contains(keyword):
      [
        Parentheses((keyword == "func" ? "" : keyword) + rest + next.prefix(20).joined(separator: " "))
          .signature(isSubscript: keyword == "subscript")
      ]
    default: [String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" })]
    }
  }

  /// A list that goes on in the next line where one ends in a comma.
  private func list(before next: ArraySlice<Substring>) -> String {
    next.prefix(20).reduce(into: String(rest)) { list, line in
      if list.hasSuffix(",") { list += " " + line.drop { $0 == " " } }
    }
  }
}

/// A name and the parameters behind it.
private struct Parentheses {
  private let name: String
  /// nil: there are no parentheses.
  private let parameters: [Substring]?

  /// - Parameter text: begins with the name; whatever follows the parentheses does not matter.
  init(_ text: some StringProtocol) {
    // The arrow of a function's type is not a bracket.
    let text = String(text).replacing("->", with: "  ")
    let word = text.prefix { !"(<".contains($0) || $0 == text.first }
    name = word.filter { !"`? ".contains($0) }
    // Generic parameters stand before the others.
    guard let start = text.dropFirst(word.count).firstIndex(of: "(") else {
      parameters = nil
      return
    }
    var depth = 0
    let inside = text[start...].prefix { character in
      depth += "([{".contains(character) ? 1 : ")]}".contains(character) ? -1 : 0
      return depth > 0
    }
    parameters = Self.split(inside.dropFirst())
  }

  /// The name as DocC has it: `encode(atMost:)`, `composed(_:warnings:)`.
  func signature(isSubscript: Bool = false) -> String {
    guard let parameters else { return name }
    let labels = parameters.map { parameter in
      let words = Self.beforeColon(parameter).split(separator: " ")
      return (isSubscript || isOperator) && words.count == 1 ? "_:" : "\(words.first ?? "_"):"
    }
    return "\(name)(\(labels.joined()))"
  }

  private var isOperator: Bool { name.first.map { !$0.isLetter && $0 != "_" } ?? false }

  /// The text before a colon outside brackets; empty without such a colon.
  private static func beforeColon(_ parameter: Substring) -> Substring {
    guard let colon = parameter.firstIndex(of: ":") else { return "" }
    return parameter[..<colon].contains("[") ? "" : parameter[..<colon]
  }

  /// The parts between commas that are in no brackets.
  static func split(_ text: some StringProtocol) -> [Substring] {
    var depth = 0
    let parts = text.split(omittingEmptySubsequences: true) { character in
      depth += "([{<".contains(character) ? 1 : ")]}>".contains(character) ? -1 : 0
      return depth == 0 && character == ","
    }
    return parts.map { Substring($0).drop { $0 == " " } }.filter { !$0.isEmpty }
  }
}
