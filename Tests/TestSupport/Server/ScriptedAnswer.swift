/// One answer of a server. A request gets the first that fits it and is not used up.
public struct ScriptedAnswer: Sendable {
  public var path: String
  /// A word of the request's `User-Agent`; nil: for all.
  public var userAgent: String?
  public var status: Int
  /// Names and values, besides `Content-Length`.
  public var fields: [[String]]
  public var bytes: [UInt8]
  /// The value of `Content-Length`; nil: the true length.
  public var length: Int?
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
}
