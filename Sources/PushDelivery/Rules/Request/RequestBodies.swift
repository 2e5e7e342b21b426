/// Finds the bodies of requests to FCM in texts of other forms.
enum RequestBodies {
  /// Behind the empty line that ends each head.
  static func ofHTTPFile(_ bytes: [UInt8]) -> [Range<Int>] {
    var bodies: [Range<Int>] = []
    var isForFCM = false
    var start: Int?
    func end(at offset: Int) {
      if let start, isForFCM, bytes[start..<offset].contains(where: { !isSpace($0) }) { bodies.append(start..<offset) }
    }
    for line in lines(of: bytes) {
      let text = bytes[line]
      if text.starts(with: Array("###".utf8)) {
        end(at: line.lowerBound)
        (isForFCM, start) = (false, nil)
      } else if start == nil {
        isForFCM = isForFCM || text.firstRange(of: Array(SendEndpoint.method.utf8)) != nil
        if isForFCM, text.allSatisfy(isSpace) { start = line.upperBound }
      }
    }
    end(at: bytes.count)
    return bodies
  }

  /// The here-documents of which the delimiter is in quotes, so that the shell leaves them as they are; several of one line come one
  /// after the other.
  static func ofShellScript(_ bytes: [UInt8]) -> [Range<Int>] {
    var bodies: [Range<Int>] = []
    var waiting: [(delimiter: String, isQuoted: Bool)] = []
    var start = 0
    for line in lines(of: bytes) {
      let text = String(decoding: bytes[line], as: UTF8.self).trimmingNewline
      if let document = waiting.first {
        guard text == document.delimiter else { continue }
        if document.isQuoted { bodies.append(start..<line.lowerBound) }
        waiting.removeFirst()
      } else {
        waiting = text.matches(of: /<<('?)([A-Za-z_]+)\1/).map { (String($0.2), !$0.1.isEmpty) }
      }
      start = line.upperBound
    }
    return bodies
  }

  /// Each with the line break that ends it.
  private static func lines(of bytes: [UInt8]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      lines.append(start..<(offset + 1))
      start = offset + 1
    }
    return start < bytes.count ? lines + [start..<bytes.count] : lines
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}

extension String {
  fileprivate var trimmingNewline: String {
    var text = self
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }
}
