/// A server's answers, told so that a test server can give them and people can read them.
public struct ResponseExample: Hashable, Sendable {
  /// The path and query of the address that is checked.
  public let path: String
  /// A request gets the first that fits its path and client.
  public let answers: [ServerAnswer]
  public let checking: Checking

  package init(_ path: String, _ answers: [ServerAnswer], checking: Checking = .asUsual) {
    self.path = path
    self.answers = answers
    self.checking = checking
  }

  /// How `richpush check` is run on it. The server is on this machine and its certificate is made for the purpose, so an example
  /// needs `--allow-private` and `--ca-file`.
  public enum Checking: String, Hashable, Sendable, Codable {
    case asUsual
    /// Without `--allow-private`.
    case publicOnly
    /// Without `--ca-file`.
    case untrusted
  }
}

/// One answer of a server.
public struct ServerAnswer: Hashable, Sendable {
  /// The path and query that it is for.
  public let path: String
  /// A word of the request's `User-Agent`; nil: for all.
  public let userAgent: String?
  public let status: Int
  /// Sent as they are, beside what `length` asks for.
  public let fields: [HeaderField]
  public let body: Body
  public let length: Length
  /// Seconds that the server waits before it answers.
  public let delay: Double

  package init(
    _ path: String, userAgent: String? = nil, status: Int = 200, _ fields: HeaderFields = [:], body: Body = .none,
    length: Length = .true, delay: Double = 0
  ) {
    self.path = path
    self.userAgent = userAgent
    self.status = status
    self.fields = fields.all
    self.body = body
    self.length = length
    self.delay = delay
  }

  public enum Body: Hashable, Sendable {
    case none
    case text(String)
    /// The bytes of a file.
    case media(MediaExample)
  }

  /// What the answer says of its length.
  public enum Length: Hashable, Sendable {
    /// `Content-Length` with the number of bytes.
    case `true`
    /// Nothing: the connection's end is the body's.
    case absent
    /// `Content-Length` with another number.
    case stated(Int)
  }
}

extension ResponseExample: CustomStringConvertible {
  /// What is asked and each answer, a line for each.
  public var description: String {
    let condition =
      switch checking {
      case .asUsual: ""
      case .publicOnly: ", at a private address"
      case .untrusted: ", with a certificate that nobody trusts"
      }
    return (["GET \(path)\(condition)"] + answers.map { "  \($0)" }).joined(separator: "\n")
  }
}

extension ServerAnswer: CustomStringConvertible {
  /// `/a.jpg, to Chrome: 200; Content-Type: image/jpeg; body a.jpg; after 2.5 seconds`.
  public var description: String {
    let client = userAgent.map { ", to \($0)" } ?? ""
    let parts = ["\(path)\(client): \(status)"] + fields.map { "\($0.name): \($0.value)" } + lengthText + bodyText
    return (parts + (delay > 0 ? ["after \(delay) seconds"] : [])).joined(separator: "; ")
  }

  private var lengthText: [String] {
    switch length {
    case .true: []
    case .absent: ["no Content-Length"]
    case .stated(let count): ["Content-Length: \(count)"]
    }
  }

  private var bodyText: [String] {
    switch body {
    case .none: []
    case .text(let text): ["body \"\(text.split(separator: "\n").joined(separator: " "))\""]
    case .media(let example): ["body \(example.name)"]
    }
  }
}
