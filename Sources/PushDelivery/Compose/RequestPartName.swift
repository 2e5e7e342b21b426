/// The names of the files of a set that is so large that no file holds all of its requests. Its parts are numbered from 1.
package enum RequestPartName {
  /// What a part has for its entries in the index, where it is numbered.
  package static let index = "index.jsonl"

  /// How many digits a number has at least, so that names stand in their order.
  private static let digits = 5

  /// The file of a part, where a smaller set has one for all: `requests-00001.jsonl` for `requests.jsonl`.
  ///
  /// - Parameter shared: relative to the request folder.
  package static func path(_ shared: String, part number: Int) -> String {
    let (stem, suffix) = split(shared)
    let text = String(number)
    return stem + "-" + String(repeating: "0", count: max(0, digits - text.utf8.count)) + text + suffix
  }

  /// Whether a file is one of the parts of what a smaller set has in one file.
  static func isPart(_ name: String, of shared: String) -> Bool {
    let (stem, suffix) = split(shared)
    guard name.hasPrefix(stem + "-"), name.hasSuffix(suffix) else { return false }
    let number = name.dropFirst(stem.utf8.count + 1).dropLast(suffix.utf8.count)
    return number.utf8.count >= digits
      && number.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Whether a file has entries of the index.
  package static func isIndex(_ name: String) -> Bool { isPart(name, of: index) }

  /// A path in front of the last point of its name, and from there on.
  private static func split(_ path: String) -> (stem: String, suffix: String) {
    guard let point = path.lastIndex(of: "."), !path[point...].contains("/") else { return (path, "") }
    return (String(path[..<point]), String(path[point...]))
  }
}
