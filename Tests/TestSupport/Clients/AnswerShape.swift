public import Findings
public import PushDelivery

/// One shape of what a server answers, and what each client's own source does with it: a row of the matrix.
///
/// docs/clients.md is made of the rows, a server serves them, and `check` has to agree with every one. To add a shape is to add a row.
public struct AnswerShape: Sendable {
  /// What is special about it, as the first column of docs/clients.md.
  public let name: String
  /// The path and query of the address that is checked, as it is written.
  public let path: String
  public let answers: [ShapeAnswer]
  /// Whether it is served over plain HTTP.
  public let isPlain: Bool
  /// The site that is named; nil: none.
  public let site: Site?
  public let ios: ClientResult
  public let android: ClientResult
  public let web: ClientResult

  init(
    _ name: String, _ path: String, _ answers: ShapeAnswer..., isPlain: Bool = false, site: Site? = nil,
    ios: ClientResult, android: ClientResult, web: ClientResult
  ) {
    self.init(name, path, answers, isPlain: isPlain, site: site, ios: ios, android: android, web: web)
  }

  init(
    _ name: String, _ path: String, _ answers: [ShapeAnswer], isPlain: Bool = false, site: Site? = nil,
    ios: ClientResult, android: ClientResult, web: ClientResult
  ) {
    (self.name, self.path, self.answers, self.isPlain, self.site) = (name, path, answers, isPlain, site)
    (self.ios, self.android, self.web) = (ios, android, web)
  }

  public subscript(platform: Platform) -> ClientResult {
    switch platform {
    case .ios: ios
    case .android: android
    case .web: web
    }
  }

  /// A site that shows web notifications.
  public enum Site: Sendable {
    /// The server's own origin.
    case own
    /// Another port of the server's host: the same site, and another origin.
    case neighbour
    case foreign
  }
}

/// The result of one client for a shape.
public struct ClientResult: Sendable {
  public let shows: Verdict.Showing
  public let sources: [ClientSource]

  static func yes(_ sources: ClientSource...) -> ClientResult { ClientResult(shows: .yes, sources: sources) }
  static func no(_ sources: ClientSource...) -> ClientResult { ClientResult(shows: .no, sources: sources) }
  static func depends(_ sources: ClientSource...) -> ClientResult { ClientResult(shows: .depends, sources: sources) }
}

/// An answer of a shape's server, for the path that it names or the shape's own.
public struct ShapeAnswer: Sendable {
  /// nil: the shape's own, as the server sees it.
  public var path: String?
  public var status = 200
  /// nil: none is sent.
  public var type: String?
  public var fields: [[String]] = []
  public var picture: Picture
  public var packing: Packing?
  public var interim: [Int] = []
  /// A part of a line of the request's header.
  public var condition: String?
  public var delay = 0.0

  public enum Picture: String, Sendable {
    case none, jpeg, png, gif, webp, bmp, tiff, avif, heic, jxl, svg, ico, page
    /// An SVG without xmlns.
    case bareSVG
    /// A JPEG without its end marker.
    case endless
  }

  /// The test picture, unless the arguments say otherwise.
  static func photo(
    _ picture: Picture = .jpeg, at path: String? = nil, status: Int = 200, type: String? = "image/jpeg",
    with fields: [[String]] = [], packing: Packing? = nil, interim: [Int] = [], on condition: String? = nil,
    after delay: Double = 0
  ) -> ShapeAnswer {
    ShapeAnswer(
      path: path, status: status, type: type, fields: fields, picture: picture, packing: packing, interim: interim,
      condition: condition, delay: delay)
  }

  static func redirect(
    _ status: Int = 302, at path: String? = nil, to location: String, with fields: [[String]] = []
  ) -> ShapeAnswer {
    ShapeAnswer(path: path, status: status, fields: [["Location", location]] + fields, picture: .none)
  }
}
