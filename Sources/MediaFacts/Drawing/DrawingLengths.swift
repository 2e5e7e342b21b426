/// Lengths of a drawing in real-world units. An inch has 96 pixels, as in CSS (CSS Values 4, 6.2), while the renderer counts 72: with
/// lengths in pixels, both draw the same.
enum DrawingLengths {
  /// Pixels of each unit.
  static let units = ["pt": 96.0 / 72, "pc": 16, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96, "q": 96 / 101.6]

  /// The document with its lengths in pixels: in attributes and style sheets, not in its text.
  static func inPixels(_ view: ByteView) -> ByteView {
    guard replaced(view) != nil else { return view }
    var (bytes, copied, next): ([UInt8], Int, Int) = ([], 0, 0)
    func take(_ part: ByteView) {
      guard let replaced = replaced(part) else { return }
      let start = part.startOffset - view.startOffset
      bytes += view.clamped(at: copied, length: start - copied).bytes + replaced
      copied = start + part.count
    }
    while let start = view.offset(of: 0x3C, from: next) {
      let tag = DrawingTag(view, at: start)
      for attribute in tag.attributes where !["id", "class", "href"].contains(attribute.name) { take(attribute.value) }
      if tag.name == "style", !tag.closes, !tag.isEmpty {
        take(view.clamped(at: tag.end, length: (view.offset(of: "</", from: tag.end) ?? view.count) - tag.end))
      }
      next = max(tag.end, start + 1)
    }
    return ByteView(bytes + view.clamped(at: copied).bytes)
  }

  /// A text with its lengths in pixels; nil if it has no other units.
  private static func replaced(_ part: ByteView) -> [UInt8]? {
    var (bytes, copied, position): ([UInt8], Int, Int) = ([], 0, 0)
    while position < part.count {
      let start = position
      position = part.end(from: start) { isDigit($0) || $0 == 0x2E }
      guard position > start else {
        position += 1
        continue
      }
      let end = part.end(from: position, while: isLetter)
      let number = Double(text(part, start, position))
      let follows = part[end].map { isDigit($0) || $0 == 0x2D || $0 == 0x5F } ?? false
      let leads = start > 0 && part[start - 1].map { isLetter($0) || $0 == 0x5F || $0 == 0x23 } ?? false
      if end > position, !follows, !leads, let number, let factor = units[text(part, position, end).lowercased()] {
        bytes += part.clamped(at: copied, length: start - copied).bytes + "\(number * factor)px".utf8
        copied = end
      }
      position = end
    }
    return copied == 0 ? nil : bytes + part.clamped(at: copied).bytes
  }

  private static func text(_ part: ByteView, _ start: Int, _ end: Int) -> String {
    String(decoding: part.clamped(at: start, length: min(end - start, 64)).bytes, as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}

extension ByteView {
  /// The end of a run of such bytes.
  fileprivate func end(from start: Int, while isOne: (UInt8) -> Bool) -> Int {
    var end = start
    while let byte = self[end], isOne(byte) { end += 1 }
    return end
  }
}
