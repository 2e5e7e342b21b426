public import Findings

/// An example of the handbook as tests run it.
public enum RuleExample: Hashable, Sendable {
  /// The text of a request file.
  case request(String)
  case media(MediaExample)
  case response(ResponseExample)

  /// The examples of a block: one, or as many as it has lines with a URL.
  ///
  /// - Parameter rule: decides whether HTTP is what a server answers or what a client sends.
  fileprivate static func all(in part: HandbookSection.Part, of rule: RuleDescription) -> [RuleExample] {
    switch rule.area {
    case .media: [.media(MediaExample(console: part.text))]
    case .response: [.response(ResponseExample(http: part.text))]
    case .url where part.language == "text":
      part.text.split(separator: "\n").map { .request(requestText(of: expanded(String($0)))) }
    case .url, .request: [.request(expanded(part.text))]
    }
  }

  /// - Parameter line: a field of a request and the URL in it: `data.link: https://www.example.com/sale`.
  private static func requestText(of line: String) -> String {
    guard let parts = line.wholeMatch(of: #/(\S+): (.*)/#) else { preconditionFailure("\(line) has no URL") }
    let (field, url) = (parts.1, parts.2)
    let notification = #"{"notification": {"image": "\#(url)"}}"#
    let apns = #"{"payload": {"aps": {"mutable-content": 1}}, "fcm_options": {"image": "\#(url)"}}"#
    let rest =
      switch field {
      case "data.link": #""data": {"link": "\#(url)"}"#
      case "android.notification.image": #""android": \#(notification)"#
      case "apns.fcm_options.image": #""apns": \#(apns)"#
      case "webpush.notification.image": #""webpush": \#(notification)"#
      case "image": #""android": \#(notification), "apns": \#(apns), "webpush": \#(notification)"#
      default: preconditionFailure("\(line) has no field of a request")
      }
    return #"{"message": {"topic": "spring", "notification": {"title": "Spring is here"}, \#(rest)}}"#
  }

  /// `‹text›×500` means 500 times that text, and `‹U+FEFF›` that character.
  private static func expanded(_ text: String) -> String {
    text.replacing("‹U+FEFF›", with: "\u{FEFF}")
      .replacing(#/‹([^›]*)›×([0-9]+)/#) { String(repeating: String($0.1), count: Int($0.2) ?? 0) }
  }
}

extension RuleDescription {
  public var failingExamples: [RuleExample] { failing.flatMap { RuleExample.all(in: $0, of: self) } }
  public var passingExamples: [RuleExample] { passing.flatMap { RuleExample.all(in: $0, of: self) } }
}

/// A media file that commands make.
public struct MediaExample: Hashable, Sendable {
  /// The file's name.
  public let name: String
  /// The commands, each with its arguments, that are run one after the other in an empty folder, without a shell, and leave the file.
  public let commands: [[String]]
  /// Flags of `richpush check` that it is checked with.
  public let flags: [String]

  public init(_ name: String, _ commands: [[String]], flags: [String] = []) {
    (self.name, self.commands, self.flags) = (name, commands, flags)
  }

  /// A sharp coloured picture of 1200x600 pixels that no rule has a word about.
  public static func photo(_ name: String) -> MediaExample {
    let source = ["-f", "lavfi", "-i", "testsrc2=size=1200x600", "-frames:v", "1", "-q:v", "3", "-bitexact"]
    return MediaExample(name, [["ffmpeg"] + source + [name]])
  }

  /// Lines of a console, of which the last checks the file. The chapter's `photo.jpg` and `clip.mp4` are there before.
  init(console text: String) {
    let commands = text.split(separator: "\n").map { line in
      line.dropFirst(2).split(separator: " ").map { String($0).replacing("'", with: "") }
    }
    let check = commands.last ?? []
    let given = [Self.photo("photo.jpg"), .clip].filter { file in
      text.contains(file.name) && !commands.contains { $0.first == "ffmpeg" && $0.last == file.name }
    }
    self.init(
      check.last ?? "", given.flatMap(\.commands) + commands.dropLast(), flags: Array(check.dropFirst(2).dropLast()))
  }

  /// Two seconds of H.264 that no rule has a word about on Apple's systems.
  private static let clip = MediaExample(
    "clip.mp4",
    [
      ["ffmpeg", "-f", "lavfi", "-i", "testsrc2=size=320x160:rate=10", "-t", "2"]
        + ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-bitexact"]
        + ["clip.mp4"]
    ])
}

/// A server's answers, and the address that is checked.
public struct ResponseExample: Hashable, Sendable {
  /// The path and query of the address that is checked.
  public let path: String
  /// A request gets the first that fits its path and client.
  public let answers: [ServerAnswer]
  public let checking: Checking

  /// How `richpush check` is run on it. The server is on this machine and its certificate is made for the purpose, so an example
  /// needs `--allow-private` and `--ca-file`.
  public enum Checking: String, Hashable, Sendable {
    case asUsual = ""
    /// Without `--allow-private`.
    case publicOnly = ", at a private address"
    /// Without `--ca-file`.
    case untrusted = ", with an untrusted certificate"
  }

  /// A request, an empty line, and the answers. A picture is sent with its type and as cacheable unless the example says otherwise.
  init(http text: String) {
    let blocks = text.split(separator: "\n\n", maxSplits: 1)
    let request = blocks[0].dropFirst("GET ".count)
    path = String(request.prefix { $0 != "," })
    guard let checking = Checking(rawValue: String(request.drop { $0 != "," })) else {
      preconditionFailure("an example is checked\(request.drop { $0 != "," })")
    }
    self.checking = checking
    answers = blocks[1].split(separator: "\n").reduce(into: [ServerAnswer]()) { answers, line in
      if line.hasPrefix("/") { answers.append(ServerAnswer(head: line)) } else { answers[answers.count - 1].add(line) }
    }.map(\.withFieldsOfPictures)
  }

  /// The flags of `richpush check` that it is checked with.
  public func flags() async throws -> [String] {
    let trust = ["--ca-file", try await TestAuthority.shared().certificateFile]
    return switch checking {
    case .asUsual: ["--allow-private"] + trust
    case .publicOnly: trust
    case .untrusted: ["--allow-private"]
    }
  }
}

extension ServerAnswer {
  /// With the fields of a picture that the example does not name.
  fileprivate var withFieldsOfPictures: ServerAnswer {
    guard case .media(let media) = body else { return self }
    var answer = self
    let type = media.name.hasSuffix(".webp") ? "image/webp" : "image/jpeg"
    for field in [HeaderField("Content-Type", type), HeaderField("Cache-Control", "public, max-age=86400")]
    where !fields.contains(where: { $0.name == field.name }) { answer.fields.append(field) }
    return answer
  }

  /// `/photo.jpg to Chrome: 200`.
  fileprivate init(head: Substring) {
    guard let parts = head.wholeMatch(of: #/(\S+?)(?: to (\w+))?: ([0-9]+)/#), let status = Int(parts.3) else {
      preconditionFailure("\(head) is no head of an answer")
    }
    self.init(String(parts.1), userAgent: parts.2.map(String.init), status: status)
  }

  /// A line below the head.
  fileprivate mutating func add(_ line: Substring) {
    if line == "no Content-Length" {
      length = .absent
    } else if let parts = line.wholeMatch(of: #/Content-Length: ([0-9]+)/#) {
      length = .stated(Int(parts.1) ?? 0)
    } else if let parts = line.wholeMatch(of: #/after ([0-9.]+) seconds/#) {
      delay = Double(parts.1) ?? 0
    } else if let parts = line.wholeMatch(of: #/body "(.*)"/#) {
      body = .text(String(parts.1))
    } else if let parts = line.wholeMatch(of: #/body (\S+)/#) {
      body = .media(.photo(String(parts.1)))
    } else if let parts = line.wholeMatch(of: #/([\w-]+): (.*)/#) {
      fields.append(HeaderField(String(parts.1), String(parts.2)))
    } else {
      preconditionFailure("\(line) is no line of an answer")
    }
  }
}
