public import Findings
public import MediaFacts

/// One client's success: an answer and its body, which it shows if the bytes are a picture.
struct Answer: Hashable, Sendable {
  var client: LoadingClient
  var hop: Hop
  var body: LoadedBody

  /// The format of the bytes; nil if a notification cannot show it, which the rules about media report.
  var format: MediaFormat? { body.format }

  /// The parts to compare.
  var content: Content { Content(digest: body.digest, mediaType: hop.header.mediaType) }

  struct Content: Hashable {
    var digest: ContentDigest
    var mediaType: String?
  }
}

extension Exchange {
  /// nil if the client got no body, cannot use the answer's status, or has bytes that could not be decoded.
  var answer: Answer? {
    guard case .loaded(let body) = end, let hop = hops.last, hasItsBytes(hop, body) else { return nil }
    let isRefused = obstacles(site: nil).contains { obstacle in
      switch obstacle.kind {
      // If the client's reaction is unknown, bytes that are not a picture do not count against it.
      case .status, .interimAnswer, .redirect, .coding:
        obstacle.consequence == .textAlone ? obstacle.kind.isOfStatus : body.format == nil
      default: false
      }
    }
    return isRefused ? nil : Answer(client: client, hop: hop, body: body)
  }

  /// Whether it got an answer, but its reaction is unknown: then other clients' answers do not count for it.
  fileprivate var isDoubtful: Bool { if case .loaded = end, answer == nil { hasDoubts } else { false } }

  private var hasDoubts: Bool {
    let obstacles = obstacles(site: nil)
    return !obstacles.isEmpty && !obstacles.contains { $0.consequence == .textAlone }
  }

  /// Whether the bytes are the client's: decoded if it decodes them, and only then.
  private func hasItsBytes(_ hop: Hop, _ body: LoadedBody) -> Bool {
    switch client.coding(of: hop.header) {
    case .decoded: body.unpacking == .done || body.unpacking == .raw
    case .packed: body.format != nil
    case .refused: false
    case .raw, .unknown: true
    }
  }
}

extension Obstacle.Kind {
  /// Whether only the answer's first line keeps the client from its body.
  fileprivate var isOfStatus: Bool {
    switch self {
    case .status, .interimAnswer, .redirect: true
    default: false
    }
  }
}

extension HostedAsset {
  var answers: [Answer] { exchanges.compactMap(\.answer) }

  /// The platforms whose reaction to the answer is unknown. Errors in others' bytes do not count against them.
  public var doubtfulPlatforms: Set<Platform> { Set(exchanges.filter(\.isDoubtful).map(\.client.platform)) }

  /// The answer of most clients; if equal, the first one's. Rules about one answer use this.
  var commonAnswer: Answer? {
    let answers = answers
    let counts = Dictionary(grouping: answers, by: \.content).mapValues(\.count)
    let most = counts.values.max()
    return answers.first { counts[$0.content] == most }
  }

  /// The client whose body is checked as a media file; nil without a complete one.
  public var judgedClient: LoadingClient? {
    commonAnswer.flatMap { $0.body.isCapped ? nil : $0.client }
  }

  /// Clients whose body differs from most clients' and has a format that they show: theirs is checked separately.
  public var clientsJudgedApart: [LoadingClient] {
    guard let common = commonAnswer else { return [] }
    return answers.filter { answer in
      answer.body.digest != common.body.digest && !answer.body.isCapped
        && answer.format.map { answer.client.platform.shows($0) } == true
    }.map(\.client)
  }

  /// The digest of most clients' body; nil without a complete one.
  public var digest: ContentDigest? {
    commonAnswer.flatMap { $0.body.isCapped ? nil : $0.body.digest }
  }

  /// How Apple's systems name the file, if they get most clients' answer.
  var appleNaming: AppleNaming? {
    appleAnswer.flatMap { answer in answer.format.flatMap { AppleNaming(answer.hop, format: $0) } }
  }

  /// The answer of Apple's systems, if it is most clients'.
  var appleAnswer: Answer? {
    guard platforms.contains(.ios), let common = commonAnswer else { return nil }
    return answers.first { $0.client == .ios && $0.content == common.content }
  }

  /// Whether Chrome blocks it for its type.
  var isBlockedByType: Bool {
    exchanges.flatMap { $0.obstacles(site: site) }.contains {
      if case .opaqueResponse = $0.kind { true } else { false }
    }
  }

  /// The clients' platforms that should show the asset.
  func platforms(of clients: [LoadingClient]) -> Set<Platform> {
    Set(clients.map(\.platform)).intersection(platforms)
  }

  /// The platforms whose exchange failed so, and the first such failure.
  func loadErrors<Detail>(_ select: (LoadError) -> Detail?) -> (detail: Detail, platforms: Set<Platform>)? {
    let found = exchanges.compactMap { exchange in
      exchange.loadError.flatMap(select).map { (detail: $0, client: exchange.client) }
    }
    guard let first = found.first else { return nil }
    return (first.detail, platforms(of: found.map(\.client)))
  }
}
