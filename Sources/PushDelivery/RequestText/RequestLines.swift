import Findings

/// Requests in JSON Lines whose text arrives in pieces, so that checking a file of any length takes the memory of only some lines.
///
/// The parts give the same findings as the whole. A text with fewer than two values is checked as a whole: it may be an array or a push
/// service's payload.
package struct RequestLines: Sendable {
  /// Lines that can be checked alone, with their places in the whole text.
  package struct Part: Sendable {
    let values: [JSONNode]
    let errors: [JSONError]
    fileprivate let bytes: [UInt8]
    fileprivate let firstLine: Int

    var lines: TextLines { TextLines(bytes, firstLine: firstLine) }
  }

  /// The rest at the end of the text.
  package enum End: Sendable {
    /// The last lines; nil if they are empty.
    case part(Part?)
    /// The whole text, which holds fewer than two values.
    case whole([UInt8])
  }

  private let partSize: Int
  /// From the beginning of a line.
  private var bytes: [UInt8] = []
  /// The end of the part read.
  private var offset = 0
  private var firstLine = 1
  /// Whether a part was returned, so that the text has several values.
  private var hasParts = false
  /// How many bytes it takes to make reading worthwhile.
  private var wantedCount: Int

  /// - Parameter partSize: about how many bytes of text a part has.
  package init(partSize: Int = 1 << 18) {
    self.partSize = partSize
    wantedCount = partSize
  }

  /// The number of bytes held, waiting for more.
  package var byteCount: Int { bytes.count }

  /// Takes the next bytes. Returns the lines that can be checked now; nil if no line has ended, and for empty lines.
  package mutating func take(_ next: [UInt8]) -> Part? {
    bytes += next
    guard bytes.count >= wantedCount else { return nil }
    let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    guard end > offset else { return wait() }
    let found = read(upTo: end, isLast: false)
    guard found.end > offset, hasParts || found.values.count > 1 else { return wait() }
    wantedCount = partSize
    return part(of: found)
  }

  /// Takes the end of the text.
  package mutating func end() -> End {
    hasParts ? .part(part(of: read(upTo: bytes.count, isLast: true))) : .whole(bytes)
  }

  private func read(upTo end: Int, isLast: Bool) -> JSONReader.Beginning {
    var found = JSONReader.beginning(of: bytes, in: offset..<end, isStart: !hasParts, isLast: isLast)
    // An unknown value is already reported.
    found.values.removeAll(where: \.isExpression)
    return found
  }

  /// Twice as much each time, so that a value in many pieces is not read again with each.
  private mutating func wait() -> Part? {
    wantedCount = bytes.count * 2
    return nil
  }

  /// Returns the read part, and keeps the line in which it ends.
  private mutating func part(of found: JSONReader.Beginning) -> Part? {
    let part = Part(values: found.values, errors: found.errors, bytes: bytes, firstLine: firstLine)
    let lineStart = bytes[..<found.end].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    firstLine += bytes.withUnsafeBufferPointer { $0[..<lineStart].count { $0 == UInt8(ascii: "\n") } }
    bytes = Array(bytes[lineStart...])
    offset = found.end - lineStart
    hasParts = true
    return part.values.isEmpty && part.errors.isEmpty ? nil : part
  }
}
