import Foundation
import TestSupport

/// The Swift sources and tests of the package: which folders and files there are, and what they declare.
struct SourceTree {
  /// Files and folders, relative to the package's folder, such as `Sources/Findings/Rule.swift`.
  private let paths: Set<String>
  private let declarations: [FileDeclarations]

  init() throws {
    paths = try Set(
      ["Sources", "Tests"].flatMap { root in
        try [root] + FileManager.default.subpathsOfDirectory(atPath: packageRoot + "/" + root).map { root + "/" + $0 }
      })
    declarations = try paths.filter { $0.hasSuffix(".swift") }.map {
      FileDeclarations(try String(contentsOfFile: packageRoot + "/" + $0, encoding: .utf8))
    }
  }

  /// Whether a type of this name is declared, at whatever depth.
  func declares(type: String) -> Bool { declarations.contains { $0.types.contains(type) } }

  /// Whether anything of this name is declared.
  func declares(_ name: String) -> Bool { declarations.contains { $0.types.contains(name) || $0.names.contains(name) } }

  /// Whether a file that declares or extends a type declares something of this name.
  func declares(_ member: String, near type: String) -> Bool {
    declarations.contains { ($0.types.contains(type) || $0.extended.contains(type)) && $0.names.contains(member) }
  }

  /// Whether some path ends like this one, in whole components.
  func has(path: String) -> Bool { paths.contains { $0 == path || $0.hasSuffix("/" + path) } }

  /// The folders directly below a folder that hold Swift sources, at whatever depth.
  func folders(in folder: String) -> [String] {
    let names = paths.compactMap { path -> String? in
      guard path.hasSuffix(".swift"), path.hasPrefix(folder + "/") else { return nil }
      let rest = path.dropFirst(folder.count + 1).split(separator: "/")
      return rest.count > 1 ? String(rest[0]) : nil
    }
    return Set(names).sorted()
  }
}

/// What a Swift file declares: the names behind keywords, whatever else stands in the lines. It goes by bytes, since there are many.
private struct FileDeclarations {
  private(set) var types: Set<String> = []
  /// Types that it has extensions of.
  private(set) var extended: Set<String> = []
  /// Types, functions, properties and cases.
  private(set) var names: Set<String> = []

  init(_ text: String) {
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " ")).map(Substring.init)
      guard let first = words.first, !first.utf8.starts(with: "//".utf8) else { continue }
      for (keyword, next) in zip(words, words.dropFirst()) { add(keyword, next) }
      // One case may follow another behind a comma.
      if first == "case" { names.formUnion(words.dropFirst().map(Self.name)) }
    }
  }

  private mutating func add(_ keyword: Substring, _ next: Substring) {
    switch keyword {
    case "struct", "enum", "class", "actor", "protocol", "typealias":
      types.insert(Self.name(next))
      names.insert(Self.name(next))
    case "extension": extended.insert(Self.name(next).split(separator: ".").last.map(String.init) ?? "")
    case "func", "var", "let", "case": names.insert(Self.name(next))
    default: break
    }
  }

  /// A word without what follows the name in it.
  private static func name(_ word: Substring) -> String {
    let isPart = { (byte: UInt8) in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."): true
      default: false
      }
    }
    return String(Substring(word.utf8.drop { $0 == UInt8(ascii: "`") }.prefix(while: isPart)))
  }
}
