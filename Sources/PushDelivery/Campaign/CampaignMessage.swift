public import Findings
public import MediaFacts

/// One notification for one target: one locale, one variant, every placeholder filled in.
///
/// It has its texts and a shape. Many messages, such as the rows of a table, share one shape.
public struct CampaignMessage: Hashable, Sendable {
  /// Unique in the campaign; names the request file.
  public var id: String
  public var title: String?
  public var body: String?
  public var target: MessageTarget
  /// The URL for a tap.
  public var link: String?
  /// The values of `data`, in the order of `shape.dataKeys`.
  package var dataValues: [String]
  /// Where it was written.
  public var origin: Diagnostic.Subject
  /// Everything except its texts.
  package private(set) var shape: MessageShape
  /// Places of its keys.
  var places = MessagePlaces()
  /// The columns of its keys if it is a row, as they were in the first row of its kind.
  var columns = MessagePlaces()
  /// Whether its identifier and target could be read. If not, others stand in for them, and it is only looked at for further errors.
  package var isWhole = true
  /// Whether it contains values of a single person. Known once the campaign is read.
  var isPersonal = false
  /// Whom its row is about. Known once the campaign is read.
  var person: RowPerson?
  /// What it says by fallback. Known once the campaign is read.
  var standIns: Set<StandIn> = []

  public init(
    id: String, media: CampaignMedia = .init(), poster: PosterChoice? = nil, focalPoint: FocalPoint? = nil,
    title: String? = nil, body: String? = nil, target: MessageTarget, link: String? = nil,
    platforms: Set<Platform> = Set(Platform.allCases), options: MessageOptions = .init(),
    overrides: MessageOverrides = .init(), locale: String? = nil, variant: String? = nil, origin: Diagnostic.Subject
  ) {
    let shape = MessageShape(
      MessageShape.Contents(
        media: media, poster: poster, focalPoint: focalPoint, platforms: platforms, options: options,
        overrides: overrides, locale: locale, variant: variant))
    let dataValues = shape.dataKeys.map { options.data[$0] ?? "" }
    self.init(
      shape, id: id, title: title, body: body, target: target, link: link, dataValues: dataValues, origin: origin)
  }

  /// - Parameter dataValues: one for each of the shape's keys of `data`.
  package init(
    _ shape: MessageShape, id: String, title: String?, body: String?, target: MessageTarget, link: String?,
    dataValues: [String], origin: Diagnostic.Subject
  ) {
    (self.shape, self.id, self.title, self.body) = (shape, id, title, body)
    (self.target, self.link, self.dataValues, self.origin) = (target, link, dataValues, origin)
  }

  /// The same message with other files, options or platforms. `shape`: with the same keys of `data`.
  package func with(_ shape: MessageShape) -> CampaignMessage {
    var message = self
    message.shape = shape
    return message
  }
}

/// What messages of one shape share.
extension CampaignMessage {
  /// The picture, animation or video of each platform.
  public var media: CampaignMedia {
    get { shape.contents.media }
    set { shape = shape.changing(\.media, to: newValue) }
  }

  /// The still for an animation or video where nothing moves; nil: richpush picks a frame. Only if `media` exist.
  public var poster: PosterChoice? { shape.contents.poster }

  /// The point of the picture that a crop must keep.
  public var focalPoint: FocalPoint? { shape.contents.focalPoint }

  /// Its platforms: others get no section and no picture.
  public var platforms: Set<Platform> {
    get { shape.contents.platforms }
    set { shape = shape.changing(\.platforms, to: newValue) }
  }

  public var options: MessageOptions {
    get {
      var options = shape.contents.options
      for (key, value) in zip(shape.dataKeys, dataValues) { options.data[key] = value }
      return options
    }
    set {
      shape = shape.changing(\.options, to: newValue.withoutTexts)
      dataValues = shape.dataKeys.map { newValue.data[$0] ?? "" }
    }
  }

  public var overrides: MessageOverrides {
    get { shape.contents.overrides }
    set { shape = shape.changing(\.overrides, to: newValue) }
  }

  /// The language of its texts, a tag such as `pt-BR`; nil if the campaign has one language.
  public var locale: String? { shape.contents.locale }

  /// The name of its variant in a test of texts; nil if there is only one.
  public var variant: String? { shape.contents.variant }
}

/// Everything of a message except its texts. Messages share it as one object, so that a million take little memory and compare fast.
package final class MessageShape: Hashable, Sendable {
  package let contents: Contents
  /// The keys of `data`, sorted.
  package let dataKeys: [String]
  private let hash: Int
  /// What replaces an earlier message on a device, in words: collapse key and tags.
  let replacementKeys: [String]

  package struct Contents: Hashable, Sendable, Codable {
    package var media = CampaignMedia()
    package var poster: PosterChoice?
    package var focalPoint: FocalPoint?
    package var platforms = Set<Platform>.all
    /// Each key of `data` with an empty text.
    package var options = MessageOptions()
    package var overrides = MessageOverrides()
    package var locale: String?
    package var variant: String?
  }

  package init(_ contents: Contents) {
    var contents = contents
    contents.options = contents.options.withoutTexts
    self.contents = contents
    dataKeys = contents.options.data.keys.sorted()
    hash = contents.hashValue
    replacementKeys = contents.replacementKeys
  }

  fileprivate func changing<Value>(_ path: WritableKeyPath<Contents, Value>, to value: Value) -> MessageShape {
    var contents = contents
    contents[keyPath: path] = value
    return MessageShape(contents)
  }

  package static func == (left: MessageShape, right: MessageShape) -> Bool {
    left === right || left.hash == right.hash && left.contents == right.contents
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension KeyedEncodingContainer {
  /// In their order, so that equal contents have equal bytes.
  fileprivate mutating func encode(_ platforms: Set<Platform>, forKey key: Key) throws {
    try encode(platforms.sorted(), forKey: key)
  }
}

extension MessageShape.Contents {
  /// The fields where an author may write such a key for one platform, with their names in words.
  private static let ownKeys:
    [(overrides: any KeyPath<MessageOverrides, JSONValue?> & Sendable, way: [String], word: String)] = [
      (\.android, ["collapse_key"], "collapse key"), (\.android, ["collapseKey"], "collapse key"),
      (\.android, ["notification", "tag"], "tag"), (\.apns, ["headers", "apns-collapse-id"], "apns-collapse-id"),
      (\.webpush, ["notification", "tag"], "tag"), (\.webpush, ["headers", "Topic"], "Topic header"),
    ]

  fileprivate var replacementKeys: [String] {
    guard options.collapseKey != nil || overrides != MessageOverrides() else { return [] }
    let own = Self.ownKeys.compactMap { key in
      key.way.reduce(overrides[keyPath: key.overrides]) { $0?[$1] }?.text.map { "\(key.word) \($0.quoted)" }
    }
    return (options.collapseKey.map { ["collapse key \($0.quoted)"] } ?? []) + own
  }
}

extension MessageOptions {
  fileprivate var withoutTexts: MessageOptions {
    var options = self
    if !data.isEmpty { options.data = data.mapValues { _ in "" } }
    return options
  }
}

/// The still that the author chose for a video or an animation where nothing moves.
///
/// In JSON it is `{"at": 2.5}` or `{"file": "photos/cover.jpg"}`.
public enum PosterChoice: Hashable, Sendable {
  /// The frame that is shown at this moment, in seconds from the start.
  case at(Double)
  /// A picture by its path relative to the campaign folder.
  case file(String)

  /// The moments that campaign.yml may name: up to a day, so that arithmetic cannot overflow.
  public static let momentRange: ClosedRange<Double> = 0...86_400

  /// The path of the picture; nil for a frame.
  package var file: String? { if case .file(let path) = self { path } else { nil } }
}

extension PosterChoice: Codable {
  private enum CodingKeys: String, CodingKey { case at, file }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let path = try container.decodeIfPresent(String.self, forKey: .file) {
      self = .file(path)
    } else {
      self = .at(try container.decode(Double.self, forKey: .at))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .at(let seconds): try container.encode(seconds, forKey: .at)
    case .file(let path): try container.encode(path, forKey: .file)
    }
  }
}
