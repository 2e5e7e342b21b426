import Findings

/// Requests as HTTP text: pasted from a tool, or in files of editors' REST clients.
struct HTTPText {
  /// Those with a body. If none says that it goes to FCM, all may.
  private(set) var requests: [EmbeddedRequest] = []
  /// Requests that editors take for parts of the bodies above them.
  private(set) var misreadings: [Misreading] = []
  private var hasSeparators = false
  private let bytes: [UInt8]
  /// The request line and the headers, without comments.
  private var head: [RequestEnvelope.Line] = []
  /// The lines of the body; nil before it.
  private var body: [Range<Int>]?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      take(start..<end)
      start = end
    }
    endRequest()
    // Without any it is no editor's file.
    if !hasSeparators { misreadings = [] }
    guard !requests.contains(where: \.isForFCM) else { return }
    for index in requests.indices { requests[index].isForFCM = true }
  }

  private mutating func take(_ line: Range<Int>) {
    let text = bytes[line]
    hasSeparators = hasSeparators || text.starts(with: "###".utf8)
    if body != nil, isRequestLine(text), misreadings.count < Misreading.most {
      misreadings.append(
        Misreading(
          offset: line.lowerBound, words: "REST clients send this request as a part of the body above it",
          remedy: "write a line `###` between the two"))
    }
    if isRequestLine(text) || text.starts(with: "###".utf8) || body != nil && Self.isInstruction(text) {
      endRequest()
      if isRequestLine(text) { addToHead(line) }
    } else if body != nil {
      body?.append(line)
    } else if Self.beginsBody(text) {
      body = [line]
    } else if text.allSatisfy(isBlank) {
      if !head.isEmpty, !isHeader(line.upperBound) { body = [] }
    } else if !head.isEmpty, !Self.isComment(text) {
      addToHead(line)
    }
  }

  private mutating func addToHead(_ line: Range<Int>) {
    head.append(.init(text: String(decoding: bytes[line], as: UTF8.self).trimmed, offset: line.lowerBound))
  }

  private mutating func endRequest() {
    defer { (head, body) = ([], nil) }
    func isIdle(_ line: Range<Int>) -> Bool { bytes[line].allSatisfy(isBlank) || Self.isComment(bytes[line]) }
    var lines = (body ?? []).drop(while: isIdle)
    while let last = lines.last, isIdle(last) { lines.removeLast() }
    guard let first = lines.first else { return }
    let start = String(decoding: bytes[first], as: UTF8.self).trimmed
    let isFile = start.hasPrefix("<")
    requests.append(
      EmbeddedRequest(
        body: isFile ? nil : EmbeddedBody(lines: lines, of: bytes), envelope: RequestEnvelope(head: head),
        isForFCM: head.contains { Self.namesFCM($0.text) }, file: isFile ? String(start.dropFirst()).trimmed : nil))
  }

  /// Whether a line begins with an object, not a variable or script.
  private static func beginsBody(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.drop(while: isBlank)
    return text.first == UInt8(ascii: "{") && !text.starts(with: "{{".utf8)
  }

  /// Whether a line after a body is an instruction for the answer: `> {% … %}`, `<> file`.
  private static func isInstruction(_ line: ArraySlice<UInt8>) -> Bool {
    line.starts(with: "> ".utf8) || line.starts(with: "<> ".utf8)
  }

  /// Whether `Name: value` begins there: samples have an empty line before their headers.
  private func isHeader(_ start: Int) -> Bool {
    let name = bytes[start...].prefix { $0 == UInt8(ascii: "-") || isIdentifier($0) }
    return !name.isEmpty && bytes[name.endIndex...].starts(with: ": ".utf8)
  }

  private func isRequestLine(_ line: ArraySlice<UInt8>) -> Bool {
    RequestSyntax.methods.contains { line.starts(with: $0.utf8) }
  }

  /// Whether a line is a comment and not a delimiter.
  static func isComment(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.drop { $0 == 0x20 || $0 == 0x09 }
    return text.first == UInt8(ascii: "#") || text.starts(with: "//".utf8)
  }

  /// Whether a text contains a URL of FCM, even a former one.
  static func namesFCM(_ text: String) -> Bool { addresses.contains { $0.isIn(text) } }

  private static let addresses = [SendEndpoint.method, "/fcm/send", "/gcm/send", "fcm.googleapis.com/batch"].map {
    ASCIIWord($0)
  }
}
