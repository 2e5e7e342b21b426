import Findings

/// Requests as HTTP text: pasted from a tool, or in files of editors' REST clients, with variables: `{{name}}`.
///
/// Comment lines are not part of a body: REST clients remove them before sending.
struct HTTPText {
  /// The bodies of all requests without the white space around them.
  let bodies: [Body]
  /// The files that contain bodies: of all requests, or only of those to FCM, if there are any.
  let files: [String]

  struct Body {
    let text: EmbeddedBody
    /// Whether its request goes to FCM; true for all if none says so.
    let isForFCM: Bool
  }

  init(_ bytes: [UInt8]) {
    var scan = Scan(bytes: bytes)
    scan.run()
    let mayAllBe = !scan.bodies.contains(where: \.isForFCM)
    let found = scan.bodies.map { (range: $0.range, isForFCM: $0.isForFCM || mayAllBe) }
    let isFile = { (range: Range<Int>) in bytes[range].starts(with: "<".utf8) }
    let variables = HTTPVariables(bytes)
    bodies = found.filter { !isFile($0.range) }.map {
      Body(text: variables.body(bytes, in: $0.range), isForFCM: $0.isForFCM)
    }
    files = found.filter { isFile($0.range) && $0.isForFCM }.map { body in
      String(decoding: bytes[body.range], as: UTF8.self).dropFirst().prefix { !$0.isNewline }.trimmingPrefix(" ")
    }.map(String.init)
  }

  /// Whether a line is a comment and not a delimiter.
  static func isComment(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.drop { $0 == 0x20 || $0 == 0x09 }
    return text.first == UInt8(ascii: "#") || text.starts(with: "//".utf8)
  }

  /// Whether a text contains a URL of FCM, even a former one.
  static func namesFCM(_ text: ArraySlice<UInt8>) -> Bool { addresses.contains { $0.isIn(text) } }

  private static let addresses = [SendEndpoint.method, "/fcm/send", "/gcm/send", "fcm.googleapis.com/batch"].map {
    ASCIIWord($0)
  }

  /// Goes through the lines: each depends on those before it.
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
      if part != .body { isForFCM = isForFCM || namesFCM(text) }
      switch part {
      case .before:
        if isRequestLine(text) {
          part = .headers
        } else if beginsBody(text) {
          // Only a body.
          (part, bodyStart) = (.body, line.lowerBound)
        }
      case .headers:
        if beginsBody(text) {
          (part, bodyStart) = (.body, line.lowerBound)
        } else if text.allSatisfy(isBlank), !isHeader(line.upperBound) {
          (part, bodyStart) = (.body, line.upperBound)
        }
      case .body:
        // Instructions for the answer: `> {% … %}`, `<> file`.
        guard text.starts(with: "> ".utf8) || text.starts(with: "<> ".utf8) || isRequestLine(text) else { return }
        endBody(at: line.lowerBound)
        part = isRequestLine(text) ? .headers : .before
        isForFCM = namesFCM(text)
      }
    }

    /// Whether a line that is not a comment has a URL of FCM, even a former one.
    private func namesFCM(_ line: ArraySlice<UInt8>) -> Bool { !HTTPText.isComment(line) && HTTPText.namesFCM(line) }

    private mutating func endBody(at end: Int) {
      guard part == .body, bodyStart < end else { return }
      let start = firstContent(in: bodyStart..<end)
      let body = start..<contentEnd(in: start..<end)
      if !body.isEmpty { bodies.append((body, isForFCM)) }
    }

    /// The start of the first part except white space and comments.
    private func firstContent(in range: Range<Int>) -> Int {
      var start = range.lowerBound
      while start < range.upperBound {
        if isBlank(bytes[start]) {
          start += 1
        } else if HTTPText.isComment(bytes[start..<range.upperBound]) {
          start = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "\n")) ?? range.upperBound
        } else {
          break
        }
      }
      return start
    }

    /// The end of the content, without white space and comments after it.
    private func contentEnd(in range: Range<Int>) -> Int {
      var end = range.upperBound
      while end > range.lowerBound {
        if isBlank(bytes[end - 1]) {
          end -= 1
        } else if let lineBreak = bytes[range.lowerBound..<end].lastIndex(of: UInt8(ascii: "\n")),
          HTTPText.isComment(bytes[(lineBreak + 1)..<end])
        {
          end = lineBreak
        } else {
          break
        }
      }
      return end
    }

    /// Whether a line begins with an object, not a variable or script.
    private func beginsBody(_ line: ArraySlice<UInt8>) -> Bool {
      let text = line.drop(while: isBlank)
      return text.first == UInt8(ascii: "{") && !text.starts(with: "{{".utf8)
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

/// The variables of a file for editors' REST clients: `@name = value` before the requests that use `{{name}}`.
struct HTTPVariables {
  /// The values of those that are set once to a text.
  private var values: [String: [UInt8]] = [:]

  init(_ bytes: [UInt8]) {
    guard bytes.contains(UInt8(ascii: "@")) else { return }
    var set: [String: [String]] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) where line.first == "@" {
      let parts = line.dropFirst().split(separator: "=", maxSplits: 1).map(\.trimmed)
      if parts.count == 2 { set[parts[0], default: []].append(parts[1]) }
    }
    values = set.compactMapValues { $0.count == 1 && !$0[0].contains("{{") ? Array($0[0].utf8) : nil }
  }

  /// A body with its variables' values, without its comments.
  func body(_ bytes: [UInt8], in range: Range<Int>) -> EmbeddedBody {
    var body = EmbeddedBody()
    var offset = range.lowerBound
    // Nothing is searched after the last one: otherwise a text of only opening brackets would be read to its end from each.
    let last = lastEnd(bytes, in: range)
    while offset < range.upperBound {
      let isLineStart = offset == range.lowerBound || bytes[offset - 1] == UInt8(ascii: "\n")
      if isLineStart, HTTPText.isComment(bytes[offset..<range.upperBound]) {
        let rest = bytes[offset..<range.upperBound]
        offset = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? range.upperBound
        continue
      }
      if offset + 2 <= last, bytes[offset..<range.upperBound].starts(with: "{{".utf8),
        let end = bytes[offset..<range.upperBound].firstRange(of: Array("}}".utf8))?.upperBound
      {
        let name = String(decoding: bytes[(offset + 2)..<(end - 2)], as: UTF8.self).trimmed
        body.append(variable: name, values[name], from: offset..<end)
        offset = end
      } else {
        body.append(bytes[offset], at: offset)
        offset += 1
      }
    }
    return body
  }

  /// The start of the last `}}`; 0 without one.
  private func lastEnd(_ bytes: [UInt8], in range: Range<Int>) -> Int {
    let brace = UInt8(ascii: "}")
    var place = range.upperBound - 2
    while place > range.lowerBound, bytes[place] != brace || bytes[place + 1] != brace { place -= 1 }
    return place > range.lowerBound ? place : 0
  }
}
