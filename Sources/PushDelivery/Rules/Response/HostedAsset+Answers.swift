public import Findings
public import MediaFacts

/// One client's success: an answer and its body, from which it makes a picture if the bytes are one.
struct Answer: Hashable, Sendable {
  var client: LoadingClient
  var hop: Hop
  var body: LoadedBody

  /// What the bytes are; nil when that is nothing a notification could show, which the rules about media tell.
  var format: MediaFormat? { body.format.format }

  /// What two clients must get alike.
  var content: Content { Content(digest: body.digest, mediaType: hop.header.mediaType) }

  struct Content: Hashable {
    var digest: ContentDigest
    var mediaType: String?
  }
}

extension Exchange {
  /// nil where the client got no body, makes nothing of the answer's status, or has the bytes in a form that could not be unpacked.
  var answer: Answer? {
    guard case .loaded(let body) = end, let hop = hops.last, hasItsBytes(hop, body) else { return nil }
    let isRefused = obstacles(site: nil).contains { obstacle in
      switch obstacle.kind {
      // Where it is not known what the client does with the answer, bytes that are no picture say nothing against it.
      case .status, .interimAnswer, .redirect, .coding:
        obstacle.consequence == .textAlone ? obstacle.kind.isOfStatus : body.format.format == nil
      default: false
      }
    }
    return isRefused ? nil : Answer(client: client, hop: hop, body: body)
  }

  /// Whether it got something, and nobody knows what the client makes of it: what other clients got says nothing about it then.
  fileprivate var isDoubtful: Bool { if case .loaded = end, answer == nil { hasDoubts } else { false } }

  private var hasDoubts: Bool {
    let obstacles = obstacles(site: nil)
    return !obstacles.isEmpty && !obstacles.contains { $0.consequence == .textAlone }
  }

  /// Whether the bytes are those that the client would have: unpacked where it unpacks them, and only there.
  private func hasItsBytes(_ hop: Hop, _ body: LoadedBody) -> Bool {
    switch client.coding(of: hop.header) {
    case .decoded: body.unpacking == .done || body.unpacking == .raw
    case .packed: body.format.format != nil
    case .refused: false
    case .raw, .unknown: true
    }
  }
}

extension Obstacle.Kind {
  /// Whether the answer's first line alone keeps the client from its body.
  fileprivate var isOfStatus: Bool {
    switch self {
    case .status, .interimAnswer, .redirect: true
    default: false
    }
  }
}

extension HostedAsset {
  var answers: [Answer] { exchanges.compactMap(\.answer) }

  /// The platforms of which nobody knows what they make of the answer. What is wrong with others' bytes is not held against them.
  public var doubtfulPlatforms: Set<Platform> { Set(exchanges.filter(\.isDoubtful).map(\.client.platform)) }

  /// What most clients got; of equals, what the first of them got. Rules that look at one answer look at this.
  var commonAnswer: Answer? {
    let answers = answers
    let counts = Dictionary(grouping: answers, by: \.content).mapValues(\.count)
    let most = counts.values.max()
    return answers.first { counts[$0.content] == most }
  }

  /// The client whose body is to be judged as a media file; nil where there is none, or it is not all there.
  public var judgedClient: LoadingClient? {
    commonAnswer.flatMap { $0.body.isCapped ? nil : $0.client }
  }

  /// Clients whose body is another than that of most and of a format that they show: theirs is to be judged apart.
  public var clientsJudgedApart: [LoadingClient] {
    guard let common = commonAnswer else { return [] }
    return answers.filter { answer in
      answer.body.digest != common.body.digest && !answer.body.isCapped
        && answer.format.map { answer.client.platform.shows($0) } == true
    }.map(\.client)
  }

  /// The digest of what most clients got; nil where there is nothing, or it is not all there.
  public var digest: ContentDigest? {
    commonAnswer.flatMap { $0.body.isCapped ? nil : $0.body.digest }
  }

  /// What keeps clients from showing it, or may, of one kind: clients of which the same holds together, in the order of exchanges.
  func obstacles<Detail: Hashable>(
    _ select: (Obstacle.Kind) -> Detail?
  ) -> [(detail: Detail, consequence: Consequence, platforms: Set<Platform>)] {
    var found: [(detail: Detail, consequence: Consequence, platforms: Set<Platform>)] = []
    for exchange in exchanges {
      for obstacle in exchange.obstacles(site: site) {
        guard let detail = select(obstacle.kind) else { continue }
        if let index = found.firstIndex(where: { $0.detail == detail && $0.consequence == obstacle.consequence }) {
          found[index].platforms.insert(exchange.client.platform)
        } else {
          found.append((detail, obstacle.consequence, [exchange.client.platform]))
        }
      }
    }
    return found
  }

  /// How Apple's systems name what they get, where that is what most clients get.
  var appleNaming: AppleNaming? {
    appleAnswer.flatMap { answer in answer.format.flatMap { AppleNaming(answer.hop, format: $0) } }
  }

  /// What Apple's systems get, where that is what most clients get.
  var appleAnswer: Answer? {
    guard platforms.contains(.ios), let common = commonAnswer else { return nil }
    return answers.first { $0.client == .ios && $0.content == common.content }
  }

  /// Whether Chrome blocks it for its type.
  var isBlockedByType: Bool { !obstacles { if case .opaqueResponse = $0 { true } else { nil } }.isEmpty }

  /// The clients' platforms, as far as they are to show the asset.
  func platforms(of clients: [LoadingClient]) -> Set<Platform> {
    Set(clients.map(\.platform)).intersection(platforms)
  }

  /// The platforms whose exchange ended in a failure, and the first such failure.
  func loadErrors<Detail>(_ select: (LoadError) -> Detail?) -> (detail: Detail, platforms: Set<Platform>)? {
    let found = exchanges.compactMap { exchange in
      exchange.loadError.flatMap(select).map { (detail: $0, client: exchange.client) }
    }
    guard let first = found.first else { return nil }
    return (first.detail, platforms(of: found.map(\.client)))
  }
}
