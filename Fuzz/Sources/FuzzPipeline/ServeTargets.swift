import FuzzSupport

@testable import MediaPipeline

/// What clients send to `richpush serve`.
extension FuzzTarget {
  static let serving: [FuzzTarget] = [
    FuzzTarget("http-head", run: tryHeads),
    FuzzTarget(
      "range",
      text: { text in
        for count in [0, 1, 1000] {
          guard case .part(let range) = RangeRequest(text, byteCount: count) else { continue }
          precondition(
            !range.isEmpty && range.lowerBound >= 0 && range.upperBound <= count, "a part is one of the file")
        }
      }),
    FuzzTarget(
      "request-path",
      text: { text in
        guard let path = RequestPath(target: text) else { return }
        for name in path.names {
          precondition(name != ".." && !name.utf8.contains(0x2F) && !name.isEmpty, "no name leads away")
        }
      }),
  ]

  /// The first byte says how long the pieces are in which a connection brings what follows.
  private static func tryHeads(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let text = Array(bytes.dropFirst())
    let (whole, parts) = (heads(of: text, size: max(1, text.count)), heads(of: text, size: Int(first) + 1))
    precondition(whole.heads == parts.heads && whole.refusal == parts.refusal, "pieces change nothing")
    for head in whole.heads {
      guard let head = try? ServedRequest(head: head) else { continue }
      let response = ServedResponse(to: head, refusal: .otherHost)
      let answer = response.head(at: 0, to: head, keepsConnection: head.keepsConnection)
      precondition(answer.suffix(4).elementsEqual([13, 10, 13, 10]), "an answer's head ends")
      precondition(
        answer.dropLast(2).split(separator: 10, omittingEmptySubsequences: false).dropLast().allSatisfy {
          $0.last == 13 && $0.count > 1
        }, "and does not end before")
    }
  }

  private static func heads(of text: [UInt8], size: Int) -> (heads: [[UInt8]], refusal: RequestRefusal?) {
    var (buffer, heads) = (RequestBuffer(), [[UInt8]]())
    do throws(RequestRefusal) {
      for start in stride(from: 0, to: text.count, by: size) {
        buffer.append(Array(text[start..<min(start + size, text.count)]))
        while let head = try buffer.takeHead() { heads.append(head) }
      }
    } catch {
      return (heads, error)
    }
    return (heads, nil)
  }
}
