import Essentials
import Findings
import Libraries
import MediaFacts
import PushDelivery
import SystemPackage

/// One client's way from address to body, which goes to a file.
struct ClientLoad {
  let client: LoadingClient
  let site: WebOrigin?
  var session: HTTPSession
  let path: String
  let timeLimit: Duration
  let issuers: IssuerSearch
  var hops: [Hop] = []
  var cookies = CookieJar()

  mutating func callAsFunction(_ address: String) async -> Exchange {
    var address = address
    while true {
      do throws(HTTPError) {
        let (response, unpacking) = try await answer(address)
        let hop = Hop(address, response)
        // Certificates must be from a public authority unless a file of certificates was named.
        let isPublic = issuers.settings.certificateFile == nil
        if let refusal = hop.certificate.flatMap({ client.refusal(of: $0, isPublic: isPublic) }) {
          throw .insecure(detail: refusal)
        }
        let step = client.step(after: hop, to: client.target(of: hop, strict: response.redirect), followed: hops.count)
        hops.append(hop)
        switch step {
        case .follow(let target):
          if client.keepsCookies { cookies.keep(hop, now: Int(Date().timeIntervalSince1970)) }
          address = target
        case .fail(let error): return exchange(.failed(error))
        case .end: return exchange(end(response, unpacking))
        }
      } catch {
        return exchange(.failed(loadError(error, at: address)))
      }
    }
  }

  private func exchange(_ end: Exchange.End) -> Exchange { Exchange(client, hops: hops, end: end) }

  /// The response with its body as the client gets it. Codings that the client understands are first loaded packed: clients differ in
  /// strictness. libcurl unpacks the rest; if it cannot, the body is requested again and kept packed.
  private mutating func answer(_ address: String) async throws(HTTPError) -> (HTTPResponse, LoadedBody.Unpacking) {
    let spent = Duration.seconds(hops.reduce(0) { $0 + $1.times.total })
    guard spent < timeLimit else { throw .timedOut }
    var request = request(address, timeLimit - spent)
    request.unpacksBody = false
    let response = try await load(&request)
    let header = Hop(address, response).header
    let layers = client.layers(of: header)
    guard client.coding(of: header) == .decoded else { return (response, .raw) }
    guard !layers.isEmpty else { return (response, .done) }
    if LoadingClient.unpacks(layers) { return (response, try client.unpack(path, layers)) }
    guard layers.allSatisfy(HTTPSession.unpackedEncodings.contains) else { return (response, .unavailable) }
    request.unpacksBody = true
    do throws(HTTPError) {
      return (try await session.load(request, into: path), .done)
    } catch {
      guard case .packed = error else { throw error }
    }
    request.unpacksBody = false
    return (try await session.load(request, into: path), .damaged)
  }

  /// Loads it as the client does where libcurl would give up: with an issuer's certificate that the server does not send, and up to the end
  /// of the connection where the length is no number (okhttp, OkHeaders.contentLength; Chromium, net/http/http_response_headers.cc,
  /// GetContentLength).
  private mutating func load(_ request: inout HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    do throws(HTTPError) {
      let response = try await session.load(request, into: path)
      guard let length = response.unreadLength else { return response }
      throw .malformed(detail: "Invalid Content-Length: \(length)")
    } catch {
      switch error {
      case .insecure where client.fetchesIssuers:
        guard let session = await issuers.session(for: request.url, beside: path) else { throw error }
        self.session = session
      case .malformed(let detail) where client != .ios && detail.contains("Invalid Content-Length"):
        request.ignoresLength = true
      default: throw error
      }
    }
    return try await session.load(request, into: path)
  }

  private func request(_ address: String, _ timeLimit: Duration) -> HTTPRequest {
    let fields = client.fields(for: address, site: site) + (client.keepsCookies ? cookies.fields(for: address) : [])
    var request = HTTPRequest(
      .get, address, fields: fields.map { HTTPField($0.name, $0.value) }, bodyLimit: LoadedBody.mostBytes,
      timeLimit: timeLimit)
    request.acceptedEncodings = client.acceptedEncodings
    request.isLimitedToHTTP1 = client.isLimitedToHTTP1
    return request
  }

  private func end(_ response: HTTPResponse, _ unpacking: LoadedBody.Unpacking) -> Exchange.End {
    do { return .loaded(try LoadedBody(file: path, isCapped: response.isBodyCapped, unpacking: unpacking)) } catch {
      return .failed(.environment(detail: error.reason))
    }
  }

  private func loadError(_ error: HTTPError, at address: String) -> LoadError {
    switch error {
    case .invalidRequest(let detail): hops.isEmpty ? .malformed(detail: detail) : .blockedRedirect(to: address)
    case .unresolved(let detail): .unresolved(detail: words(detail, at: address))
    case .closed(let detail): .closed(detail: words(detail, at: address))
    case .proxy(let detail), .proxyFailed(let detail), .unreachable(let detail), .interrupted(let detail):
      .environment(detail: words(detail, at: address))
    case .refused(let address): .privateAddress(address.host)
    case .insecure(let detail): .insecure(detail: detail)
    case .certificateFile(let detail): .environment(detail: "the file of certificates cannot be used: \(detail)")
    case .timedOut: .timedOut(seconds: Int(timeLimit.components.seconds))
    case .truncated(let received, let announced): .truncated(received: received, announced: announced)
    case .headerTooLarge: .malformed(detail: "its header is too large")
    case .packed(let detail), .malformed(let detail): .malformed(detail: detail)
    case .file(let code): .environment(detail: "\(FileSystemError("write", path, Errno(rawValue: code)))")
    case .cancelled: .environment(detail: "the check was ended")
    }
  }

  private func words(_ detail: String, at address: String) -> String {
    hops.isEmpty ? detail : "a redirect leads to \(address.maskingUserInfo): \(detail)"
  }
}

extension HTTPResponse {
  fileprivate var header: HeaderFields { HeaderFields(fields.map { HeaderField($0.name, $0.value) }) }

  /// The text of a length that clients do not read as a number; libcurl takes the number at its beginning. nil for a number.
  fileprivate var unreadLength: String? { header.list("Content-Length").first { Int($0) == nil }.map(String.init) }
}

extension Hop {
  init(_ url: String, _ response: HTTPResponse) {
    let told = response.times
    var times = Times()
    (times.nameLookup, times.connect, times.secured) = (told.nameLookup, told.connect, told.secured)
    (times.firstByte, times.total) = (told.firstByte, told.total)
    self.init(
      url, status: response.status, interimStatuses: response.interimStatuses,
      header: response.header, protocolVersion: response.protocolVersion, peer: response.peer, times: times)
    // Over HTTP/2 libcurl writes one itself, without words.
    statusLine = response.statusLine == "\(protocolVersion) \(status) " ? "" : response.statusLine
    certificate = ServerCertificate(response.certificate.map { HeaderField($0.name, $0.value) })
  }
}

extension LoadedBody {
  fileprivate init(file: String, isCapped: Bool, unpacking: Unpacking) throws(FileSystemError) {
    let (digest, byteCount) = try ContentDigest.read(file, limit: .max)
    let start = try FileReading.start(of: file, count: SniffedFormat.neededByteCount)
    self.init(
      digest: digest, byteCount: byteCount, isCapped: isCapped, format: SniffedFormat(firstBytes: start).format,
      unpacking: unpacking)
  }
}
