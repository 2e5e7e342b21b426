/// One client's success: an answer of status 200 and its body.
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

extension HostedAsset {
  var answers: [Answer] {
    exchanges.compactMap { exchange in
      guard case .loaded(let body) = exchange.end, let hop = exchange.hops.last, hop.status == 200 else { return nil }
      return Answer(client: exchange.client, hop: hop, body: body)
    }
  }

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

  /// The digest of what most clients got; nil where there is nothing, or it is not all there.
  public var digest: ContentDigest? {
    commonAnswer.flatMap { $0.body.isCapped ? nil : $0.body.digest }
  }

  /// The clients' platforms, as far as they are to show the asset.
  func platforms(of clients: [LoadingClient]) -> Set<Platform> {
    Set(clients.map(\.platform)).intersection(platforms)
  }

  /// The platforms whose exchange ended in a failure, and the first such failure.
  func failures<Detail>(_ select: (LoadFailure) -> Detail?) -> (detail: Detail, platforms: Set<Platform>)? {
    let found = exchanges.compactMap { exchange in
      exchange.failure.flatMap(select).map { (detail: $0, client: exchange.client) }
    }
    guard let first = found.first else { return nil }
    return (first.detail, platforms(of: found.map(\.client)))
  }
}
