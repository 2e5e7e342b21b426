/// JSON Lines of which the end has not come yet.
extension JSONReader {
  /// What stands in the beginning of a text, as far as nothing that comes after it can change it.
  package struct Beginning: Sendable {
    package var values: [JSONNode] = []
    package var errors: [JSONError] = []
    /// Up to where the text was read, in bytes from its start. What follows is to be read again when more has come.
    package var end: Int
  }

  /// Reads the whole lines of a text as `values(isLines: true)` does, but for a value or a comment that may go on in what comes.
  ///
  /// - Parameters:
  ///   - range: what is read; it ends behind a line break, unless nothing more comes.
  ///   - isStart: whether the text begins there, and nothing was read before it.
  ///   - isLast: whether nothing more comes.
  package static func beginning(
    of bytes: [UInt8], in range: Range<Int>, isStart: Bool, isLast: Bool
  ) -> Beginning {
    var reader = JSONReader(bytes, in: range, mostValues: mostRequestValues)
    guard !isStart || reader.beginText() else { return Beginning(errors: reader.errors, end: range.upperBound) }
    // Where the first of the bytes begins a line, the line break that parts it from what was before it was read.
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
