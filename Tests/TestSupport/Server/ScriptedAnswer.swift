import Findings
import Foundation

/// One answer of a server, in the words of server.py. A request gets the first that fits it and is not used up.
public struct ScriptedAnswer: Encodable, Sendable {
  public var path: String
  /// A word of the request's `User-Agent`; nil: for all.
  public var userAgent: String?
  public var status: Int
  /// Names and values, besides `Content-Length`.
  public var fields: [[String]]
  public var bytes: [UInt8]
  /// The value of `Content-Length`; nil: the true length.
  public var length: Int?
  /// Whether the connection's end is the body's.
  var isLengthAbsent = false
  /// Where the server finds the bytes.
  var file: String?
  /// How often it is given; nil: for ever.
  public var times: Int?
  /// A part of a line of the request's header, such as `Cookie: a=1`; nil: any request.
  public var condition: String?
  /// nil: any method.
  public var method: String?
  /// A part of the request's body; nil: any body.
  public var asked: String?
  /// The statuses of answers that come before it.
  public var interim: [Int]
  /// Seconds that the server waits before it answers.
  public var delay: Double

  public init(
    _ path: String, userAgent: String? = nil, status: Int = 200, fields: [[String]] = [], bytes: [UInt8] = [],
    length: Int? = nil, times: Int? = nil, condition: String? = nil, method: String? = nil, asked: String? = nil,
    interim: [Int] = [], delay: Double = 0
  ) {
    self.path = path
    self.userAgent = userAgent
    self.status = status
    self.fields = fields
    self.bytes = bytes
    self.length = length
    self.times = times
    self.condition = condition
    self.method = method
    self.asked = asked
    self.interim = interim
    self.delay = delay
  }

  private enum CodingKeys: CodingKey {
    case path, userAgent, status, fields, file, length, isLengthAbsent, times, condition, method, asked, interim, delay
  }
}

extension ScriptedAnswer {
  init(_ answer: ServerAnswer) async throws {
    let bytes: [UInt8] =
      switch answer.body {
      case .none: []
      case .text(let body): Array(body.utf8)
      case .media(let example): Array(try Data(contentsOf: URL(filePath: await ExampleFiles.shared.path(of: example))))
      }
    self.init(
      answer.path, userAgent: answer.userAgent, status: answer.status,
      fields: answer.fields.map { [$0.name, $0.value] }, bytes: bytes, delay: answer.delay)
    isLengthAbsent = answer.length == .absent
    if case .stated(let count) = answer.length { length = count }
  }
}
