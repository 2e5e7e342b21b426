package import Findings
public import MediaFacts

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
  func loadErrors<Detail>(_ select: (LoadError) -> Detail?) -> (detail: Detail, platforms: Set<Platform>)? {
    let found = exchanges.compactMap { exchange in
      exchange.loadError.flatMap(select).map { (detail: $0, client: exchange.client) }
    }
    guard let first = found.first else { return nil }
    return (first.detail, platforms(of: found.map(\.client)))
  }
}

/// How the examples are made: answers that break nothing, but for what an example changes.
extension ServerAnswer {
  /// A test picture with a header that every client and cache is content with.
  package static func photo(
    _ path: String = "/photo.jpg", for userAgent: String? = nil, type: String? = "image/jpeg",
    cache: String = "public, max-age=86400", with fields: HeaderFields = [:], body: Body = .photo,
    length: Length = .true, delay: Double = 0
  ) -> ServerAnswer {
    let type = type.map { [HeaderField("Content-Type", $0)] } ?? []
    let all = HeaderFields(type + [HeaderField("Cache-Control", cache)] + fields.all)
    return ServerAnswer(path, userAgent: userAgent, all, body: body, length: length, delay: delay)
  }

  package static func redirect(_ path: String, to location: String, status: Int = 302) -> ServerAnswer {
    ServerAnswer(path, status: status, ["Location": location])
  }
}

extension ServerAnswer.Body {
  /// A JPEG of 1200x600 pixels.
  package static let photo = media(picture("photo.jpg"))
  package static let webP = media(picture("photo.webp"))

  private static func picture(_ name: String) -> MediaExample {
    MediaExample(
      name,
      [
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=1200x600", "-frames:v", "1", "-q:v", "3",
        "-bitexact", name,
      ])
  }
}

extension RuleExample {
  static func hosted(
    _ path: String, _ answers: ServerAnswer..., checking: ResponseExample.Checking = .asUsual
  ) -> RuleExample {
    .response(ResponseExample(path, answers, checking: checking))
  }

  /// A picture that shows everywhere.
  static let hostedPhoto = hosted("/photo.jpg", .photo())
}
