package import Findings
import MediaFacts

/// A problem that keeps a client from showing an answer, or may.
package struct Obstacle: Hashable, Sendable {
  package let kind: Kind
  /// Text only, or what would settle it.
  package let consequence: Consequence

  init(_ kind: Kind, _ consequence: Consequence = .textAlone) { (self.kind, self.consequence) = (kind, consequence) }

  package enum Kind: Hashable, Sendable {
    /// It got no body.
    case load(LoadError)
    /// It got all too late, after this many seconds.
    case time(Double)
    /// An interim answer with this status, taken for the final one.
    case interimAnswer(Int)
    /// A status that it refuses, or one without a picture.
    case status(Int)
    /// A redirect to this address, which it does not follow.
    case redirect(to: String)
    /// A body coding that it does not decode, or that the body does not have.
    case coding(String)
    /// It cannot read the answer's header or framing, for this reason.
    case framing(String)
    /// Chrome blocks it for the site.
    case resourcePolicy(String)
    /// The same.
    case opaqueResponse(String)
    /// The file name gives Apple's systems no known type.
    case attachment
    /// A body declared as SVG: Chrome draws it only as SVG.
    case drawing
  }
}

extension Exchange {
  /// The problems that keep the client from showing the loaded file, or may, as far as the answers show. Whether it can decode the bytes is
  /// another question. Empty without a connection: `machine.network` reports that. `site`: the site whose service worker shows web
  /// notifications; nil if unknown.
  package func obstacles(site: WebOrigin?) -> [Obstacle] {
    switch end {
    case .failed(.environment), .failed(.unresolved), .failed(.closed): []
    case .failed(let error): [Obstacle(.load(error))]
    case .loaded(let body): hops.last.map { obstacles($0, body, site) } ?? []
    }
  }

  /// An error status is enough: what else is wrong with the page that comes with it does not matter.
  private func obstacles(_ hop: Hop, _ body: LoadedBody, _ site: WebOrigin?) -> [Obstacle] {
    let refusals = statusObstacles(hop, body)
    let isError = hop.status >= 400 && refusals.contains { $0.consequence == .textAlone }
    return isError ? refusals : refusals + ownObstacles(hop, body, site)
  }

  private func statusObstacles(_ hop: Hop, _ body: LoadedBody) -> [Obstacle] {
    if let interim = hops.lazy.flatMap(\.interimStatuses).first(where: { $0 != 100 }), client == .android {
      return [Obstacle(.interimAnswer(interim))]
    }
    if client == .android, hop.status >= 400 { return [Obstacle(.status(hop.status))] }
    // To Chrome such an answer has no body (net/http/http_stream_parser.cc, CalculateResponseBodySize).
    if client == .chrome, hop.status == 205 { return [Obstacle(.status(205))] }
    if hop.status == 407 {
      return [Obstacle(.status(407), unlessApple)]
    }
    let target = hop.isRedirect ? hop.header["Location"] : nil
    if let target, client == .ios, hop.status == 300 {
      return [Obstacle(.redirect(to: target), unlessApple)]
    }
    guard !hop.isSuccess, body.format == nil else { return [] }
    return [Obstacle(target.map { .redirect(to: $0) } ?? .status(hop.status))]
  }

  /// Other problems of an answer, whatever its status.
  private func ownObstacles(_ hop: Hop, _ body: LoadedBody, _ site: WebOrigin?) -> [Obstacle] {
    let late = seconds > Double(client.timeLimit.value) ? [Obstacle(.time(seconds))] : []
    let coding = codingObstacle(hop, body).map { [$0] } ?? []
    let framing = client.framingFault(of: hops).map { [Obstacle(.framing($0), unlessApple)] } ?? []
    return switch client {
    case .android: late + framing + coding
    case .ios: late + framing + coding + attachmentObstacle(hop, body)
    case .chrome:
      late + framing + coding + (BrowserPolicy.obstacle(hops, site: site).map { [$0] } ?? [])
        + drawingObstacle(hop, body)
    }
  }

  /// Text only; uncertain on Apple's systems, whose source is closed.
  private var unlessApple: Consequence {
    client == .ios ? .uncertain(settledBy: "a device: the source of Apple's systems is closed") : .textAlone
  }

  private func codingObstacle(_ hop: Hop, _ body: LoadedBody) -> Obstacle? {
    let name = ContentCoding.names(in: hop.header).joined(separator: ", ")
    switch client.coding(of: hop.header) {
    case .raw: return nil
    case .refused(let value): return Obstacle(.coding(value))
    case .packed(let packed):
      // A picture body is not packed, whatever the field says.
      guard body.format != nil else { return Obstacle(.coding(packed)) }
      return client == .ios ? Obstacle(.coding(packed), unlessApple) : nil
    // Only Apple's.
    case .unknown(let unknown): return Obstacle(.coding(unknown), unlessApple)
    case .decoded:
      switch body.unpacking {
      case .done, .raw: return nil
      case .damaged: return Obstacle(.coding(name), unlessApple)
      case .unavailable:
        return Obstacle(
          .coding(name), .uncertain(settledBy: "a libcurl on this machine that is built to unpack \(name)"))
      }
    }
  }

  private func attachmentObstacle(_ hop: Hop, _ body: LoadedBody) -> [Obstacle] {
    guard let format = body.format, let naming = AppleNaming(hop, format: format), naming.consequence != .shown
    else { return [] }
    return [Obstacle(.attachment, naming.consequence)]
  }

  /// `image/svg+xml` picks Chrome's decoder, whatever the bytes are (Chromium, threaded_icon_loader.cc, DidFinishLoading).
  private func drawingObstacle(_ hop: Hop, _ body: LoadedBody) -> [Obstacle] {
    guard let format = body.format else { return [] }
    let isSaidToBeDrawn = BrowserPolicy.mimeType(hop.header) == "image/svg+xml"
    return isSaidToBeDrawn == (format == .picture(.svg)) ? [] : [Obstacle(.drawing)]
  }
}
