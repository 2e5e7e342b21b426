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

  /// The first byte of a seed is not part of the head.
  private static func tryHeads(_ bytes: [UInt8]) {
    guard let head = try? ServedRequest(head: Array(bytes.dropFirst())) else { return }
    let answer = ServedResponse(to: head, refusal: .otherHost).head(at: 0)
    precondition(answer.suffix(4).elementsEqual([13, 10, 13, 10]), "an answer's head ends")
    precondition(
      answer.dropLast(2).split(separator: 10, omittingEmptySubsequences: false).dropLast().allSatisfy {
        $0.last == 13 && $0.count > 1
      }, "and does not end before")
  }
}
