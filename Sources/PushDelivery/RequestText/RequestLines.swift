import Findings

/// Requests in JSON Lines of which the text comes a piece at a time, so that a file of any length is judged in the memory of some
/// of its lines.
///
/// What is found in the parts is what is found in the whole. A text with fewer than two values is none of many lines: only the
/// whole of it tells whether it is an array or what a push service gets.
package struct RequestLines: Sendable {
  /// Lines that can be judged by themselves, with their places in the whole text.
  package struct Part: Sendable {
    let values: [JSONNode]
    let errors: [JSONError]
    fileprivate let bytes: [UInt8]
    fileprivate let firstLine: Int

    var lines: TextLines { TextLines(bytes, firstLine: firstLine) }
  }

  /// What is left when the text has come to its end.
  package enum End: Sendable {
    /// The last lines; nil where nothing stands in them.
    case part(Part?)
    /// The whole text, which holds fewer than two values.
    case whole([UInt8])
  }

  private let partSize: Int
  /// From the beginning of a line on.
  private var bytes: [UInt8] = []
  /// Up to where they were read.
  private var offset = 0
  private var firstLine = 1
  /// Whether a part was given away, so that several values stand in the text.
  private var hasParts = false
  /// How many bytes there must be before it is worth while to read.
  private var wantedCount: Int

  /// - Parameter partSize: about how many bytes of text a part has.
  package init(partSize: Int = 1 << 18) {
    self.partSize = partSize
    wantedCount = partSize
  }

  /// How many bytes are held, waiting for more.
  package var byteCount: Int { bytes.count }

  /// Takes the bytes that come next.
  ///
  /// - Returns: what can be judged now; nil where nothing can, or nothing stands in it.
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

  /// Takes that nothing more comes.
  package mutating func end() -> End {
    hasParts ? .part(part(of: read(upTo: bytes.count, isLast: true))) : .whole(bytes)
  }

  private func read(upTo end: Int, isLast: Bool) -> JSONReader.Beginning {
    var found = JSONReader.beginning(of: bytes, in: offset..<end, isStart: !hasParts, isLast: isLast)
    // What nobody can tell was said to be no JSON.
    found.values.removeAll(where: \.isExpression)
    return found
  }

  /// Twice as much each time, so that a value of many pieces is not read anew with each of them.
  private mutating func wait() -> Part? {
    wantedCount = bytes.count * 2
    return nil
  }

  /// Gives away what was read, and keeps the line in which it ends.
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
