import Findings

/// Requests as HTTP writes them: what is pasted from a tool, and the files of editors' REST clients, with variables: `{{name}}`.
struct HTTPText {
  /// The bodies without the white space around them: of all requests, or only of those to FCM, where there are some.
  let bodies: [EmbeddedBody]
  /// The files that bodies are read from.
  let files: [String]

  init(_ bytes: [UInt8]) {
    var scan = Scan(bytes: bytes)
    scan.run()
    let forFCM = scan.bodies.filter(\.isForFCM)
    let ranges = (forFCM.isEmpty ? scan.bodies : forFCM).map(\.range)
    let isFile = { (range: Range<Int>) in bytes[range].starts(with: "<".utf8) }
    let variables = HTTPVariables(bytes)
    bodies = ranges.filter { !isFile($0) }.map { variables.body(bytes, in: $0) }
    files = ranges.filter(isFile).map { range in
      String(decoding: bytes[range], as: UTF8.self).dropFirst().prefix { !$0.isNewline }.trimmingPrefix(" ")
    }.map(String.init)
  }

  /// Goes through the lines: what a line is hangs on those before it.
  private struct Scan {
    let bytes: [UInt8]
    var bodies: [(range: Range<Int>, isForFCM: Bool)] = []
    private var isForFCM = false
    private var part = Part.before
    private var bodyStart = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    private enum Part {
      /// Comments and variables before a request line.
      case before
      case headers
      case body
    }

    mutating func run() {
      var start = 0
      while start < bytes.count {
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
        take(start..<end)
        start = end
      }
      endBody(at: bytes.count)
    }

    private mutating func take(_ line: Range<Int>) {
      let text = bytes[line]
      if text.starts(with: "###".utf8) {
        endBody(at: line.lowerBound)
        (part, isForFCM) = (.before, false)
        return
      }
      if part != .body {
        isForFCM = isForFCM || text.firstRange(of: Array(SendEndpoint.method.utf8)) != nil
      }
      switch part {
      case .before:
        if isRequestLine(text) {
          part = .headers
        } else if text.drop(while: isBlank).first == UInt8(ascii: "{") {
          // A body alone.
          (part, bodyStart) = (.body, line.lowerBound)
        }
      case .headers:
        if text.drop(while: isBlank).first == UInt8(ascii: "{") {
          (part, bodyStart) = (.body, line.lowerBound)
        } else if text.allSatisfy(isBlank), !isHeader(line.upperBound) {
          (part, bodyStart) = (.body, line.upperBound)
        }
      case .body:
        // What a client does with the answer: `> {% … %}`, `<> file`.
        guard text.starts(with: "> ".utf8) || text.starts(with: "<> ".utf8) || isRequestLine(text) else { return }
        endBody(at: line.lowerBound)
        part = isRequestLine(text) ? .headers : .before
        isForFCM = text.firstRange(of: Array(SendEndpoint.method.utf8)) != nil
      }
    }

    private mutating func endBody(at end: Int) {
      guard part == .body, bodyStart < end else { return }
      let before = bytes[bodyStart..<end].prefix(while: isBlank).count
      let after = bytes[bodyStart..<end].reversed().prefix(while: isBlank).count
      if before + after < end - bodyStart { bodies.append(((bodyStart + before)..<(end - after), isForFCM)) }
    }

    /// Whether `Name: value` begins there: samples have an empty line before their headers.
    private func isHeader(_ start: Int) -> Bool {
      let name = bytes[start...].prefix { $0 == UInt8(ascii: "-") || isIdentifier($0) }
      return !name.isEmpty && bytes[name.endIndex...].starts(with: ": ".utf8)
    }

    private func isRequestLine(_ line: ArraySlice<UInt8>) -> Bool {
      RequestSyntax.methods.contains { line.starts(with: $0.utf8) }
    }
  }
}

/// White space of lines.
private func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
