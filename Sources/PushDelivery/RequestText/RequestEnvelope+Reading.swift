// Only what surely belongs to a body is taken.
extension RequestEnvelope {
  /// - Parameter body: where the body stands.
  /// - Returns: nil where the text has nothing of the kind around it.
  init?(_ bytes: [UInt8], in syntax: RequestSyntax, around body: Range<Int>) {
    switch syntax {
    case .http: self.init(head: Self.head(bytes, before: body.lowerBound))
    case .shell: self.init(command: Self.command(bytes, around: body))
    case .json, .jsonLines, .javaScript, .python: return nil
    }
  }

  private init?(head lines: [Line]?) {
    guard let lines, let words = lines.first?.text.split(whereSeparator: \.isWhitespace), words.count > 1 else {
      return nil
    }
    let host = lines.lazy.compactMap { $0.text.wholeMatch(of: /(?i)host:\s*(\S+)\s*/) }.first.map { String($0.1) }
    let address: String = (words[1].hasPrefix("/") ? host ?? "" : "") + words[1]
    self.init(lines: lines, method: String(words[0]), address: address)
  }

  private init?(command lines: [Line]?) {
    guard let lines else { return nil }
    let text = lines.map(\.text).joined(separator: " ")
    let method = text.firstMatch(of: /\s(?:-X|--request)[\s=]*['"]?([A-Z]+)/).map { String($0.1) }
    self.init(lines: lines, method: method, address: text)
  }

  /// The lines from the request line on; nil where there is none.
  private static func head(_ bytes: [UInt8], before offset: Int) -> [Line]? {
    var lines: [Line] = []
    for line in linesBackwards(bytes, from: offset) {
      if line.text.hasPrefix("###") { return nil }
      if !line.text.hasPrefix("#"), !line.text.hasPrefix("//") { lines.append(line) }
      if RequestSyntax.methods.contains(where: line.text.hasPrefix) { return lines.reversed() }
    }
    return nil
  }

  /// The lines from that with `curl` on, each of which goes on in the next; nil where the body is no part of such a command.
  private static func command(_ bytes: [UInt8], around body: Range<Int>) -> [Line]? {
    var lines: [Line] = []
    for line in linesBackwards(bytes, from: body.lowerBound) {
      let goesOn = lines.isEmpty || line.text.hasSuffix("\\") || line.text.contains("<<")
      guard goesOn, !line.text.hasPrefix("#") else { return nil }
      lines.append(line)
      if line.text.contains(/(^|[\s$(])curl\s/) { return lines.reversed() + rest(bytes, after: body.upperBound) }
    }
    return nil
  }

  /// What follows a body in its command.
  private static func rest(_ bytes: [UInt8], after offset: Int) -> [Line] {
    var lines: [Line] = []
    var start = offset
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let text = text(bytes[start..<end])
      lines.append(Line(text: text, offset: start))
      guard text.hasSuffix("\\") else { break }
      start = end + 1
    }
    return lines
  }

  /// The part of a line before an offset, then the lines before that one, at most as many as a head may have.
  private static func linesBackwards(_ bytes: [UInt8], from offset: Int) -> some Sequence<Line> {
    sequence(state: offset) { end -> Line? in
      guard end >= 0 else { return nil }
      let start = bytes[..<end].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      defer { end = start - 1 }
      return Line(text: text(bytes[start..<end]), offset: start)
    }.prefix(100)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.hasSuffix("\r") ? String(text.dropLast()) : text
  }
}
