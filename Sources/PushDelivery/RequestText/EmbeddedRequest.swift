import Findings

/// A request as HTTP, a shell's command or an export of a tool has it.
struct EmbeddedRequest {
  /// nil without one in JSON.
  var body: EmbeddedBody?
  /// nil if the text does not say where it goes.
  var envelope: RequestEnvelope?
  /// Whether the body must be a message; for any other, its contents decide.
  var isForFCM = true
  /// The file that contains the body; `-` is a body made elsewhere.
  var file: String?
}

/// A place that the program which sends a text reads in another way than its author.
struct Misreading {
  let offset: Int
  /// What happens there, and how to prevent it.
  let words, remedy: String
  /// More of a text are not kept.
  static let most = 100
}

/// The bytes of a body inside another text, and the place of each: without the text's quotes and escapes, and with marks for parts that are
/// filled in on sending.
struct EmbeddedBody {
  private(set) var bytes: [UInt8] = []
  private var offsets: [Int] = []
  private var end = 0
  /// Whether no quote or backslash of the text is inside it.
  private(set) var isPlain = true
  /// Whether an unknown part is filled in.
  private(set) var hasUnknowns = false
  /// The same as a word of a shell command, with its variables as written. A dollar sign that the shell keeps is
  /// `RequestEnvelope.literalDollar`.
  private(set) var word: [UInt8] = []

  /// A body offset's place in the text.
  func place(_ offset: Int) -> Int { offset < offsets.count ? offsets[offset] : end }

  /// `isLiteral`: whether a shell gives the byte no meaning.
  mutating func append(_ byte: UInt8, at offset: Int, isLiteral: Bool = false) {
    guard byte != 0 else { return }
    append([byte], from: offset..<offset + 1)
    if isLiteral, byte == UInt8(ascii: "$") {
      word += String(RequestEnvelope.literalDollar).utf8
    } else {
      word.append(byte)
    }
  }

  /// The meaning of a backslash and this byte.
  mutating func append(escaped byte: UInt8, at offset: Int, isLiteral: Bool = false) {
    let meant: [UInt8: UInt8] = [UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D]
    // `\u0021` is also an escape of JSON.
    if byte == UInt8(ascii: "u") { append(UInt8(ascii: "\\"), at: offset - 1, isLiteral: isLiteral) }
    append(meant[byte] ?? byte, at: offset, isLiteral: isLiteral)
  }

  /// A value that is filled in, as the text has it.
  mutating func append(unknown text: ArraySlice<UInt8>) {
    word += text
    append(JSONReader.unknownMark, from: text.indices)
    hasUnknowns = true
  }

  private mutating func append(_ new: some Collection<UInt8>, from range: Range<Int>) {
    if !bytes.isEmpty, range.lowerBound != end { isPlain = false }
    bytes += new
    offsets += repeatElement(range.lowerBound, count: new.count)
    end = range.upperBound
  }

  /// Whether it begins like a JSON object or array.
  var isJSON: Bool { bytes.first { !isBlank($0) }.map { "{[".utf8.contains($0) } ?? false }

  func dropping(_ count: Int) -> EmbeddedBody {
    var rest = self
    rest.bytes.removeFirst(count)
    rest.offsets.removeFirst(count)
    return rest
  }
}

extension EmbeddedBody {
  /// Lines of HTTP, where `{{name}}` is filled in later. Comments are white space: REST clients remove them before sending.
  init(lines: some Sequence<Range<Int>>, of bytes: [UInt8]) {
    self.init()
    for line in lines {
      if HTTPText.isComment(bytes[line]) {
        for offset in line { append(UInt8(ascii: " "), at: offset) }
      } else {
        take(bytes[line], hasEscapes: false)
      }
    }
  }

  /// A text of JSON without its quotes and escapes, where `{{name}}` is filled in later. Postman leaves lines out that begin with `//`.
  /// `range`: of the text with its quotes.
  init(quoted range: Range<Int>, of bytes: [UInt8]) {
    self.init()
    take(bytes[range].dropFirst().dropLast(), hasEscapes: true)
    for line in self.bytes.split(separator: UInt8(ascii: "\n")) where line.drop(while: isBlank).starts(with: "//".utf8)
    {
      for index in line.indices { self.bytes[index] = UInt8(ascii: " ") }
    }
  }

  private mutating func take(_ text: ArraySlice<UInt8>, hasEscapes: Bool) {
    var rest = text
    while let byte = rest.first {
      if let variable = Self.variable(rest) {
        append(unknown: variable)
        rest = rest[variable.endIndex...]
      } else if hasEscapes, byte == UInt8(ascii: "\\"), let escaped = rest.dropFirst().first {
        append(escaped: escaped, at: rest.startIndex + 1)
        rest = rest.dropFirst(2)
      } else {
        append(byte, at: rest.startIndex)
        rest = rest.dropFirst()
      }
    }
  }

  /// `{{name}}` at the beginning: JSON never has two such brackets.
  private static func variable(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard text.starts(with: "{{".utf8) else { return nil }
    return text.prefix(100).firstRange(of: Array("}}".utf8)).map { text[..<$0.upperBound] }
  }
}

// Exports of HTTP tools: collections of Postman and Insomnia, and the archives (HAR) of browser tools.
extension EmbeddedRequest {
  /// - Returns: nil if the value is not such an export. `bytes`: the whole text.
  static func exported(in value: JSONNode, of bytes: [UInt8]) -> [EmbeddedRequest]? {
    if let items = value["item"]?.elements, value["info"]?["schema"] != nil || value["info"]?["name"] != nil {
      return postman(items, of: bytes, hasLogin: hasLogin(value))
    }
    if let entries = value["log"]?["entries"]?.elements {
      // Browsers leave out the headers with credentials.
      return entries.compactMap { $0["request"] }.map {
        Self($0, body: $0["postData"]?["text"], of: bytes, headers: $0["headers"], hasLogin: true)
      }
    }
    if value["_type"]?.text == "export", let resources = value["resources"]?.elements {
      return resources.filter { $0["_type"]?.text == "request" }.map {
        let hasLogin = $0["authentication"]?.members.isEmpty == false
        return Self($0, body: $0["body"]?["text"], of: bytes, headers: $0["headers"], hasLogin: hasLogin)
      }
    }
    return nil
  }

  /// Folders contain further items.
  private static func postman(_ items: [JSONNode], of bytes: [UInt8], hasLogin: Bool) -> [EmbeddedRequest] {
    items.flatMap { item in
      let hasLogin = hasLogin || Self.hasLogin(item) || item["request"].map(Self.hasLogin) == true
      let request = item["request"].map {
        Self($0, body: $0["body"]?["raw"], of: bytes, headers: $0["header"], hasLogin: hasLogin)
      }
      return [request].compactMap(\.self) + postman(item["item"]?.elements ?? [], of: bytes, hasLogin: hasLogin)
    }
  }

  /// Whether the tool adds a header with credentials.
  private static func hasLogin(_ item: JSONNode) -> Bool { item["auth"]?.isObject == true }

  private init(_ request: JSONNode, body: JSONNode?, of bytes: [UInt8], headers: JSONNode?, hasLogin: Bool) {
    let url = request["url"]?["raw"] ?? request["url"]
    let fields = (headers?.elements ?? []).filter { $0["disabled"]?.content != .bool(true) }
    let heads = fields.map { field in
      RequestEnvelope.Line(
        text: "\((field["key"] ?? field["name"])?.text ?? ""): \(field["value"]?.text ?? "")",
        offset: field["value"]?.offset ?? field.offset)
    }
    let envelope = RequestEnvelope(
      method: request["method"]?.text, address: url?.text ?? "", at: url?.offset ?? request.offset, headers: heads,
      areHeadersWhole: !hasLogin)
    let lines = (body?.text ?? "").split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
    let isJSON = lines.first { !$0.isEmpty && !$0.hasPrefix("//") }?.first.map("{[".contains) == true
    self.init(
      body: isJSON ? body.map { EmbeddedBody(quoted: $0.range, of: bytes) } : nil, envelope: envelope,
      isForFCM: HTTPText.namesFCM(envelope.address))
  }
}
