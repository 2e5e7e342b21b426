/// JSON Lines whose end has not arrived yet.
extension JSONReader {
  /// The start of a text, up to where later bytes cannot change it.
  package struct Beginning: Sendable {
    package var values: [JSONNode] = []
    package var errors: [JSONError] = []
    /// The end of the part read, in bytes from the text's start. Read the rest again when more has arrived.
    package var end: Int
  }

  /// Reads the whole lines of a text as `values(isLines: true)` does, except a value or a comment that may continue.
  ///
  /// - Parameters:
  ///   - range: the part to read; it ends after a line break, unless it is the last.
  ///   - isStart: whether this is the start of the text.
  ///   - isLast: whether nothing more follows.
  package static func beginning(
    of bytes: [UInt8], in range: Range<Int>, isStart: Bool, isLast: Bool
  ) -> Beginning {
    var reader = JSONReader(bytes, in: range, mostValues: mostRequestValues)
    guard !isStart || reader.beginText() else { return Beginning(errors: reader.errors, end: range.upperBound) }
    // If the first byte begins a line, the line break before it was already read.
    var isParted = isStart || range.lowerBound == 0
    var beginning = Beginning(end: range.lowerBound)
    repeat {
      let errorCount = reader.errors.count
      do throws(JSONError) {
        guard let value = try reader.nextValue(isFirst: isParted) else { break }
        beginning.values.append(value)
      } catch {
        if reader.isAtEnd, !isLast {
          reader.forgetErrors(after: errorCount)
          beginning.errors = reader.errors
          return beginning
        }
        reader.report(error)
        reader.skipLine()
      }
      reader.beginLine()
      isParted = false
      beginning.end = reader.offset
    } while !reader.isAtEnd
    beginning.end = reader.offset
    beginning.errors = reader.errors
    return beginning
  }
}
