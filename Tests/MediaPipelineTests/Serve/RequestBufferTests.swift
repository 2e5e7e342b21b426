import MediaPipeline
import PushDelivery
import Testing

@Suite struct RequestBufferTests {
  private static let head = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

  /// The heads in pieces of text, and the status that ends them.
  private func read(_ pieces: [String]) -> (heads: [String], status: Int?) {
    var buffer = RequestBuffer()
    var heads: [String] = []
    do throws(RequestRefusal) {
      for piece in pieces {
        buffer.append(Array(piece.utf8))
        while let head = try buffer.takeHead() { heads.append(String(decoding: head, as: UTF8.self)) }
      }
      return (heads, nil)
    } catch {
      return (heads, error.status)
    }
  }

  @Test func takesHeadsHoweverTheyCome() {
    #expect(read([Self.head]).heads == [Self.head])
    #expect(read(Self.head.unicodeScalars.map { String($0) }).heads == [Self.head])
    #expect(read([Self.head + Self.head + "GET"]).heads == [Self.head, Self.head])
    #expect(read([String(Self.head.unicodeScalars.dropLast())]).heads == [])
  }

  /// However many there are: else it would depend on the pieces in which they come whether two of them are a head.
  @Test func emptyLinesAreNoRequest() {
    let text = Self.head + "\r\n\r\n\r\n" + Self.head
    #expect(read([text]).heads == [Self.head, Self.head])
    #expect(read(text.unicodeScalars.map { String($0) }).heads == [Self.head, Self.head])
    #expect(read(["\r\n\r\n"]).heads == [])
    #expect(read(["\r\n\r\n\r"]).status == nil)
  }

  @Test func anEmptyLineBeforeARequestIsNotCounted() {
    #expect(read(["\r\n" + Self.head]).heads == [Self.head])
    #expect(read(["\r", "\n", Self.head]).heads == [Self.head])
  }

  @Test(arguments: ["GET / HTTP/1.1\n\n", "GET / HTTP/1.1\r\r\n", "GET /\0", "\n", "\u{16}\u{3}\u{1}\0\u{1}"])
  func whatCannotBecomeAHeadIsToldAtOnce(text: String) {
    #expect(read([text]).status == 400)
  }

  @Test func aHeadHasALimit() {
    let limit = ConnectionLimits.standard.headByteCount
    let start = "GET / HTTP/1.1\r\nX: "
    let longest = start + String(repeating: "a", count: limit - start.utf8.count - 4) + "\r\n\r\n"
    #expect(read([longest]).heads == [longest])
    #expect(read([start + String(repeating: "a", count: limit - start.utf8.count - 3) + "\r\n\r\n"]).status == 431)
    #expect(read([start + String(repeating: "a", count: 1 << 20)]).status == 431)
    #expect(read(["GET / HTTP/1.1\r\n" + String(repeating: "X: a\r\n", count: 100_000)]).status == 431)
  }

  @Test func anAnswerHasTimeForItsBytes() {
    let limits = ConnectionLimits.standard
    #expect(limits.answerTime(byteCount: 0) == .seconds(60))
    #expect(limits.answerTime(byteCount: 8_192 * 10) == .seconds(70))
  }

  @Test func aTargetWithoutEndIsTooLong() {
    #expect(read(["GET /" + String(repeating: "a", count: 9_000)]).status == 414)
  }
}
