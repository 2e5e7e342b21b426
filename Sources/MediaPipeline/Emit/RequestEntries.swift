import Essentials
import Findings

/// The entries of all requests in the index of a folder, read one at a time.
final class RequestEntries {
  private let lines: FileLines

  /// - Returns: nil if the folder has no index of richpush's.
  /// - Throws: `FileSystemError`.
  convenience init?(in folder: RequestFolder) throws(FileSystemError) {
    try self.init(index: folder.path + "/" + RequestFolder.indexName)
  }

  /// - Parameter path: an index.
  /// - Returns: nil for a file that is not richpush's.
  /// - Throws: `FileSystemError`.
  init?(index path: String) throws(FileSystemError) {
    guard RequestIndex.isOwn(at: path) else { return nil }
    lines = try FileLines(of: path, longestLine: Self.longestEntry)
    while let line = try lines.next() {
      if RequestIndex.endsAssets(line) { return }
    }
  }

  /// The next entry, without the text around it; nil after the last.
  ///
  /// - Throws: `FileSystemError`.
  func next() throws(FileSystemError) -> ArraySlice<UInt8>? {
    try lines.next().flatMap { RequestIndex.entry(in: $0) }
  }

  /// In bytes: a request refers to a few addresses and has a few forms.
  private static let longestEntry = 1 << 24
}

extension RequestIndex {
  /// The entry in a line; nil for other lines.
  static func entry(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let text = line.drop { $0 == UInt8(ascii: " ") }
    guard text.first == UInt8(ascii: "{") else { return nil }
    let end = text.lastIndex(of: UInt8(ascii: "}")) ?? text.startIndex
    return text[...end]
  }

  /// An entry's value.
  static func value(ofEntry entry: ArraySlice<UInt8>) -> JSONValue? {
    try? JSONDecoder().decode(JSONValue.self, from: Data(entry))
  }
}
