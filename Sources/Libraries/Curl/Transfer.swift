import Ccurl
import Essentials

/// Gathers the data of libcurl's callbacks during one transfer, on its thread.
final class Transfer {
  let url: String
  let bodyLimit: Int
  /// The most bytes of the answer's header, in all.
  private static let headerLimit = 65_536
  private let timeLimit: Duration
  private let start = ContinuousClock.now
  /// The handle's facts. They change while the transfer runs.
  let facts: TransferFacts
  private let handshake: TLSHandshake?
  private let settings: HTTPSessionSettings
  private let cancellation: Cancellation
  /// nil: the body stays in memory.
  private let file: Int32?

  private(set) var body: [UInt8] = []
  private(set) var fields: [HTTPField] = []
  /// Of all answers but the last.
  var interimStatuses: [Int] { statuses.dropLast() }
  private var statuses: [Int] = []
  /// The first line of the last answer, as it came.
  private(set) var statusLine = ""
  private(set) var byteCount = 0
  private(set) var isBodyCapped = false
  private var headerSize = 0
  /// Whether the empty line that ends the last answer's header came. Where a connection ends before, libcurl reports an answer
  /// without a body, not an error.
  private var isHeaderWhole = false
  private var opened = 0
  /// The port of the last opened connection, to the server or a proxy; nil where an earlier one is reused.
  private(set) var lastPort: Int?
  private var refused: SocketAddress?
  private var fileError: Int32?

  init(
    _ request: HTTPRequest, into path: String?, _ settings: HTTPSessionSettings, _ cancellation: Cancellation,
    _ facts: TransferFacts, _ handshake: TLSHandshake?
  ) throws(HTTPError) {
    (self.facts, self.handshake) = (facts, handshake)
    (url, bodyLimit, timeLimit) = (request.url, request.bodyLimit, request.timeLimit)
    (self.settings, self.cancellation) = (settings, cancellation)
    file = try path.map { path throws(HTTPError) in try Self.open(path) }
  }

  deinit { if let file { close(file) } }

  private static func open(_ path: String) throws(HTTPError) -> Int32 {
    let file = systemOpen(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { throw .file(code: errno) }
    return file
  }

  var isCancelled: Bool { cancellation.isCancelled }

  /// Whether the settings' time for connecting is over without a connection. A kept one opens no socket.
  var isOutOfReach: Bool {
    guard let limit = settings.reachLimit, opened > 0, ContinuousClock.now - start > limit else { return false }
    return !isConnected
  }

  /// Whether there is a connection, secure or not yet.
  private var isConnected: Bool { facts.isConnected || handshake?.hasBegun == true }

  /// - Returns: false to end the transfer.
  func take(body: UnsafeRawBufferPointer) -> Bool {
    let room = min(body.count, bodyLimit - byteCount)
    guard unsafe keep(UnsafeRawBufferPointer(rebasing: body.prefix(room))) else { return false }
    byteCount += room
    isBodyCapped = room < body.count
    return !isBodyCapped
  }

  private func keep(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if let file { return unsafe write(bytes, to: file) }
    unsafe body.append(contentsOf: bytes)
    return true
  }

  private func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Bool {
    var rest = unsafe bytes[...]
    while unsafe !rest.isEmpty {
      let count = unsafe systemWrite(file, UnsafeRawBufferPointer(rebasing: rest))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        fileError = errno
        return false
      }
      unsafe rest = rest.dropFirst(count)
    }
    return true
  }

  /// - Parameter line: a status line, a field, or the empty line at the end, each with its line break.
  /// - Returns: false to end the transfer.
  func take(headerLine line: UnsafeRawBufferPointer) -> Bool {
    headerSize += line.count
    guard headerSize <= Self.headerLimit else { return false }
    let text = unsafe String(decoding: line, as: UTF8.self)
    let isStatusLine = text.prefix(5).lowercased() == "http/"
    // Clients ignore what follows the body: libcurl passes trailers like header fields.
    if isHeaderWhole, byteCount > 0 || !isStatusLine { return true }
    // An interim answer comes before the final one.
    if isStatusLine {
      (fields, isHeaderWhole, statusLine) = ([], false, String(text.prefix { !$0.isNewline }))
      let words = text.split(separator: " ").dropFirst()
      statuses += words.prefix(1).compactMap { Int($0.prefix { $0.isNumber }) }
    }
    if text == "\r\n" || text == "\n" { isHeaderWhole = true }
    guard let colon = text.firstIndex(of: ":"), !isStatusLine else { return true }
    fields.append(HTTPField(trimmed(text[..<colon]), trimmed(text[text.index(after: colon)...])))
    return true
  }

  /// Whether a connection may be opened.
  func permits(_ address: SocketAddress) -> Bool {
    guard settings.mayConnect(address) else {
      refused = address
      return false
    }
    opened += 1
    lastPort = address.port
    return true
  }

  /// The error; nil for an answer.
  func error(_ code: CURLcode, detail: String) -> HTTPError? {
    if isBodyCapped { return nil }
    if code == CURLE_OK {
      return hasAnswer || settings.onlyLooks ? nil : .interrupted(detail: "it ended within the header of the answer")
    }
    isBodyCapped = code == CURLE_FILESIZE_EXCEEDED
    if isBodyCapped { return nil }
    if isCancelled { return .cancelled }
    if let fileError { return .file(code: fileError) }
    if headerSize > Self.headerLimit { return .headerTooLarge }
    if code == CURLE_COULDNT_CONNECT, opened == 0, let refused { return .refused(refused) }
    return networkError(code, detail)
  }

  /// Whether a final answer's header is there, not only an interim one's.
  private var hasAnswer: Bool { isHeaderWhole && statuses.last.map { !(100..<200).contains($0) } ?? true }

  private func networkError(_ code: CURLcode, _ detail: String) -> HTTPError {
    switch code {
    case CURLE_URL_MALFORMAT, CURLE_LOGIN_DENIED: .invalidRequest(detail: detail)
    case CURLE_COULDNT_RESOLVE_HOST:
      isNameServiceSilent ? .unreachable(detail: detail) : .unresolved(detail: detail)
    // This includes a proxy of another kind than its variable says.
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: .proxy(detail: detail)
    case CURLE_COULDNT_CONNECT where facts.connectionCode == ECONNREFUSED: .closed(detail: detail)
    case CURLE_COULDNT_CONNECT: .unreachable(detail: detail)
    // A handshake that does not end is the server's fault; a name or a connection that does not come about may be this machine's.
    case CURLE_OPERATION_TIMEDOUT where facts.wasSent || hasUsedItsTime: .timedOut
    case CURLE_OPERATION_TIMEDOUT, CURLE_ABORTED_BY_CALLBACK: .unreachable(detail: detail)
    case CURLE_SSL_CONNECT_ERROR where settings.offer != nil:
      .insecure(detail: "the handshake fails with what the client offers: \(detail)")
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
      .insecure(detail: detail)
    case CURLE_SSL_CACERT_BADFILE: .certificateFile(detail: detail)
    // libcurl rejects overlong lines, and older versions report that this way.
    case CURLE_OUT_OF_MEMORY where facts.wasSent && !isHeaderWhole: .headerTooLarge
    case CURLE_BAD_CONTENT_ENCODING: .packed(detail: detail)
    case CURLE_PARTIAL_FILE: .truncated(received: byteCount, announced: announcedByteCount)
    // TLS connections that end without notice are reported this way, whatever was announced.
    case CURLE_RECV_ERROR where hasAnswer: .truncated(received: byteCount, announced: announcedByteCount)
    case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR: .interrupted(detail: detail)
    default: .malformed(detail: detail)
    }
  }

  /// Whether the request's limit ended it, and not the settings' for connecting. libcurl counts milliseconds.
  private var hasUsedItsTime: Bool { isConnected && facts.duration + .milliseconds(10) >= timeLimit }

  /// Whether the system's name service does not answer now, so that the host may have an address. libcurl does not distinguish this from
  /// a name that does not exist.
  private var isNameServiceSilent: Bool {
    let authority = url.split(separator: "/", maxSplits: 2).dropFirst().first ?? ""
    var addresses: UnsafeMutablePointer<addrinfo>?
    let code = unsafe getaddrinfo(String(authority.prefix { $0 != ":" }), nil, nil, &addresses)
    if let addresses = unsafe addresses { unsafe freeaddrinfo(addresses) }
    return code == EAI_AGAIN
  }

  private var announcedByteCount: Int? {
    fields.last { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) }
  }
}

private func trimmed(_ text: Substring) -> String {
  let blanks: Set<Character> = [" ", "\t", "\r", "\n", "\r\n"]
  let start = text.drop(while: blanks.contains)
  return String(start.reversed().drop(while: blanks.contains).reversed())
}

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { unsafe open(path, flags, 0o600) }

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(file, bytes.baseAddress, bytes.count)
}
