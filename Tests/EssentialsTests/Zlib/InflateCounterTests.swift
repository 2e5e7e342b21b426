import Essentials
import TestSupport
import Testing

@Suite struct InflateCounterTests {
  /// A stream that is unpacked a few bytes at a time.
  private func count(_ stream: [UInt8], pieces: Int = 7) throws -> (count: Int, ending: InflateCounter.Ending?) {
    guard var counter = InflateCounter() else { return (0, nil) }
    for start in stride(from: 0, to: stream.count, by: pieces) {
      let piece = stream[start..<min(start + pieces, stream.count)]
      counter.add(piece.span)
    }
    return (counter.byteCount, counter.ending)
  }

  private let stream = zlibStored([UInt8](repeating: 3, count: 200_000))

  @Test(arguments: [1, 7, 1_000_000]) func countsWhatComesOut(_ pieces: Int) throws {
    let (count, ending) = try count(stream + [1, 2, 3], pieces: pieces)
    #expect(count == 200_000 && ending == .whole)
  }

  /// A piece of a hundred megabytes may hold a hundred gigabytes.
  @Test func stopsBehindALimit() throws {
    guard var counter = InflateCounter() else { return }
    counter.add(stream.span, limit: 70_000)
    #expect((70_001..<200_000).contains(counter.byteCount))
    let count = counter.byteCount
    counter.add(stream.span, limit: 70_000)
    #expect(counter.byteCount == count && counter.ending == nil)
  }

  @Test func tellsHowItEnded() throws {
    var wrong = stream
    wrong[100_000] ^= 1
    #expect(try count(wrong).ending == .wrongChecksum)
    #expect(try count(Array(stream.dropLast(4))).ending == nil)
    #expect(try count(Array(stream.dropLast(4))).count == 200_000)
    #expect(try count([1, 2, 3, 4]).ending == .damaged)
  }
}
