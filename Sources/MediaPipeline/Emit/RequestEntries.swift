import Essentials
import Findings
import PushDelivery

/// The entries of all requests of a folder, one after the other and in the room of one: those that stand in its index, then those of
/// the parts that the index lists.
final class RequestEntries {
  /// Where the index lies, and its parts.
  private let folder: String
  /// What is being read; nil between two files.
  private var lines: FileLines?
  /// Those of which nothing has been read.
  private var parts: ArraySlice<RequestPart> = []
  /// How many entries of the part that is being read are still to come.
  private var rest = 0

  /// - Returns: nil where the folder has no index, or one of others.
  /// - Throws: `FileSystemError`.
  convenience init?(in folder: RequestFolder) throws(FileSystemError) {
    try self.init(index: folder.path + "/" + RequestFolder.indexName)
  }

  /// - Parameter path: of an index.
  /// - Returns: nil for a file that is none of richpush's.
  /// - Throws: `FileSystemError`.
  init?(index path: String) throws(FileSystemError) {
    guard RequestIndex.isOwn(at: path) else { return nil }
    folder = FileSystem.parent(of: path)
    let index = try FileLines(of: path, longestLine: Self.longestEntry)
    while let line = try index.next() {
      guard RequestIndex.endsAssets(line) else { continue }
      // A set that has parts has no other requests.
      if RequestIndex.hasRequests(line) { lines = index } else { parts = try RequestIndex.parts(in: index)[...] }
      return
    }
  }

  /// The next entry, without what stands around it; nil behind the last.
  ///
  /// - Throws: `FileSystemError`.
  func next() throws(FileSystemError) -> ArraySlice<UInt8>? {
    while true {
      if let line = try lines?.next(), let entry = RequestIndex.entry(in: line) {
        rest -= 1
        return entry
      }
      lines = nil
      guard let part = parts.popFirst() else { return nil }
      lines = try FileLines(of: folder + "/" + part.index.path, longestLine: Self.longestEntry)
      rest = part.requests
    }
  }

  /// Passes over a part.
  ///
  /// - Returns: whether its entries were those that come next.
  func skip(_ part: RequestPart) -> Bool {
    guard lines == nil || rest == 0, let next = parts.first, next.index == part.index else { return false }
    parts.removeFirst()
    lines = nil
    return true
  }

  /// In bytes: a request refers to a few addresses and has a few forms.
  static let longestEntry = 1 << 24
}

extension RequestIndex {
  /// Whether requests follow behind the line that ends the assets.
  fileprivate static func hasRequests(_ line: ArraySlice<UInt8>) -> Bool { !line.contains(UInt8(ascii: "]")) }

  /// The parts that are listed in the rest of an index.
  fileprivate static func parts(in lines: FileLines) throws(FileSystemError) -> [RequestPart] {
    var parts: [RequestPart] = []
    while let line = try lines.next() {
      guard line.starts(with: beginningOfParts) else { continue }
      // Paths are compared with those that a part has, so that none leads elsewhere.
      while let line = try lines.next(), let bytes = entry(in: line),
        let part = value(ofEntry: bytes).flatMap({ RequestPart(entry: $0, number: parts.count + 1) })
      {
        parts.append(part)
      }
    }
    return parts
  }

  /// The entry that a line has; nil for other lines.
  static func entry(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let text = line.drop { $0 == UInt8(ascii: " ") }
    guard text.first == UInt8(ascii: "{") else { return nil }
    let end = text.lastIndex(of: UInt8(ascii: "}")) ?? text.startIndex
    return text[...end]
  }

  /// What an entry says.
  static func value(ofEntry entry: ArraySlice<UInt8>) -> JSONValue? {
    try? JSONDecoder().decode(JSONValue.self, from: Data(entry))
  }
}
