/// One box of an ISO base media file (ISO/IEC 14496-12).
package struct Box: Sendable {
  package let type: FourCharacterCode
  package let payload: ByteView
  /// The offset of its type in the bytes that it was read from.
  package let typeOffset: Int
  /// The same for the payload.
  package let payloadOffset: Int
  /// Whether the box claims more bytes than exist.
  package let isCutOff: Bool

  /// The boxes in the payload, after `skipping` bytes of fields.
  package func boxes(skipping count: Int = 0) -> Boxes { Boxes(payload.clamped(at: count)) }

  /// The version of a full box: the first byte of its payload.
  package var version: Int { Int(payload[0] ?? 0) }
}

/// Consecutive boxes, up to the first invalid one.
package struct Boxes: Sequence, IteratorProtocol {
  private let view: ByteView
  /// The end of the last box that was read.
  package private(set) var position = 0

  package init(_ view: ByteView) { self.view = view }

  package mutating func next() -> Box? {
    guard let short = view.uint32(at: position), let type = view.code(at: position + 4) else { return nil }
    let headerLength = short == 1 ? 16 : 8
    let rest = view.count - position
    guard let length = short == 1 ? view.unsigned(at: position + 8, width: 8) : short == 0 ? rest : short else {
      return nil
    }
    guard length >= headerLength else { return nil }
    let offset = position + headerLength
    let payload = view.clamped(at: offset, length: length - headerLength)
    position += Swift.min(length, rest)
    return Box(
      type: type, payload: payload, typeOffset: offset - headerLength + 4, payloadOffset: offset,
      isCutOff: length > rest)
  }

  /// The first box of a type.
  package func first(_ type: FourCharacterCode) -> Box? { first { $0.type == type } }
}
