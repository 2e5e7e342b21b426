import Ccurl
import Essentials

/// A handle of libcurl's easy interface, owned. It is used by one thread at a time.
@safe struct EasyHandle: ~Copyable {
  private let pointer: UnsafeMutableRawPointer
  private let errorText: UnsafeMutablePointer<CChar>
  private let settings: HTTPSessionSettings
  private let handshake: TLSHandshake?
  /// The certificates of servers, by the start of their URLs: libcurl reports one only for a new connection.
  private var certificates: [String: [HTTPField]] = [:]

  init(_ settings: HTTPSessionSettings) throws(HTTPError) {
    guard Self.started, let pointer = unsafe curl_easy_init() else {
      throw .invalidRequest(detail: "libcurl cannot start")
    }
    unsafe self.pointer = unsafe pointer
    unsafe errorText = .allocate(capacity: Int(CCURL_ERROR_SIZE))
    unsafe errorText.initialize(repeating: 0, count: Int(CCURL_ERROR_SIZE))
    self.settings = settings
    handshake = TLSHandshake(settings.offer)
  }

  deinit {
    unsafe curl_easy_cleanup(pointer)
    unsafe errorText.deallocate()
  }

  /// Writing to a connection that was just closed must fail, not end this process.
  private static let started: Bool = {
    signal(SIGPIPE, SIG_IGN)
    // Before libcurl starts OpenSSL in its own way.
    _ = unsafe OpenSSL.context
    return ccurl_start() == CURLE_OK
  }()

  /// Makes a request and waits for its end. The body goes to a new file of this path, or to memory.
  mutating func perform(
    _ request: HTTPRequest, into path: String?, cancellation: Cancellation
  ) throws(HTTPError) -> HTTPResponse {
    guard !cancellation.isCancelled else { throw .cancelled }
    try request.requireWellFormed()
    let transfer = try Transfer(request, into: path, settings, cancellation, unsafe TransferFacts(pointer), handshake)
    let fields = try FieldList(of: request)
    // Only resets options, so that nothing points to this transfer; connections and DNS answers stay.
    defer { unsafe curl_easy_reset(pointer) }
    try set(request, fields)
    try setCallbacks(to: transfer)
    try setHandshake()
    let code = try unsafe request.body.withUnsafeBufferPointer { bytes throws(HTTPError) in
      try unsafe setMethod(request.method, body: bytes)
      unsafe errorText.pointee = 0
      return unsafe curl_easy_perform(pointer)
    }
    return try withExtendedLifetime((transfer, fields.isEmpty)) { () throws(HTTPError) in
      try outcome(of: transfer, code: code)
    }
  }

  private func set(_ request: HTTPRequest, _ fields: borrowing FieldList) throws(HTTPError) {
    try require(unsafe ccurl_allow_web_only(pointer))
    try set(CURLOPT_URL, request.loadedURL)
    try setProxy()
    try set(CURLOPT_ACCEPT_ENCODING, request.acceptedEncodings)
    try set(CURLOPT_HTTP_CONTENT_DECODING, request.unpacksBody ? 1 : 0)
    if request.ignoresLength { try set(CURLOPT_IGNORE_CONTENT_LENGTH, 1) }
    if request.isLimitedToHTTP1 { try set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1) }
    for option in [CURLOPT_NOSIGNAL, CURLOPT_SSL_VERIFYPEER, CURLOPT_DISALLOW_USERNAME_IN_URL] { try set(option, 1) }
    try set(CURLOPT_SSL_VERIFYHOST, 2)
    // The minimum of Apple's App Transport Security.
    try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    try setTimeLimits(of: request)
    try require(unsafe ccurl_set_large(pointer, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(request.bodyLimit)))
    try require(unsafe ccurl_set_list(pointer, CURLOPT_HTTPHEADER, fields.pointer))
    guard let file = settings.certificateFile else { return }
    try set(CURLOPT_CAINFO, file)
    try require(unsafe ccurl_set_string(pointer, CURLOPT_CAPATH, nil))
  }

  /// Offers the client's offer. The client's own demands decide what is too weak, not OpenSSL's level.
  private func setHandshake() throws(HTTPError) {
    if settings.needsRoot { try set(CURLOPT_SSL_OPTIONS, Int(CURLSSLOPT_NO_PARTIALCHAIN)) }
    if settings.onlyLooks {
      for option in [CURLOPT_SSL_VERIFYPEER, CURLOPT_SSL_VERIFYHOST] { try set(option, 0) }
      for option in [CURLOPT_CONNECT_ONLY, CURLOPT_CERTINFO] { try set(option, 1) }
      return try set(CURLOPT_SSL_CIPHER_LIST, "ALL:@SECLEVEL=0")
    }
    guard let handshake else { return }
    handshake.forget()
    try require(unsafe ccurl_offer(pointer, handshake.pointer))
    guard let offer = handshake.offer else { return }
    try set(CURLOPT_CERTINFO, 1)
    try set(CURLOPT_SSL_CIPHER_LIST, (offer.suites + ["@SECLEVEL=0"]).joined(separator: ":"))
    try set(CURLOPT_SSL_EC_CURVES, offer.groups.joined(separator: ":"))
  }

  /// libcurl finds a proxy by itself, in its usual variables (https://curl.se/libcurl/c/libcurl-env.html).
  private func setProxy() throws(HTTPError) {
    guard settings.usesProxy else { return try set(CURLOPT_PROXY, "") }
    let variables = ProcessInfo.processInfo.environment
    let exceptions = variables["no_proxy"] ?? variables["NO_PROXY"]
    // Only by itself does it mean every host; in a list it would match none.
    if exceptions?.split(whereSeparator: \.isWhitespace) == ["*"] { return try set(CURLOPT_PROXY, "") }
    try set(CURLOPT_NOPROXY, [exceptions, "localhost,127.0.0.0/8,::1"].compactMap(\.self).joined(separator: ","))
    // A proxy's header is not part of the answer.
    try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
  }

  private func setTimeLimits(of request: HTTPRequest) throws(HTTPError) {
    try set(CURLOPT_CONNECTTIMEOUT_MS, settings.connectLimit.milliseconds)
    try set(CURLOPT_TIMEOUT_MS, request.timeLimit.milliseconds)
    guard let limit = request.stallLimit else { return }
    try set(CURLOPT_LOW_SPEED_LIMIT, 1)
    try set(CURLOPT_LOW_SPEED_TIME, max(1, Int(clamping: limit.components.seconds)))
  }

  /// - Parameter body: stays in place until the transfer ends: libcurl does not copy it.
  private func setMethod(_ method: HTTPMethod, body: UnsafeBufferPointer<UInt8>) throws(HTTPError) {
    switch method {
    case .get: try set(CURLOPT_HTTPGET, 1)
    case .head: try set(CURLOPT_NOBODY, 1)
    case .post, .put:
      try set(CURLOPT_POST, 1)
      try unsafe setBody(body)
      if method == .put { try set(CURLOPT_CUSTOMREQUEST, method.rawValue) }
    }
  }

  private func setBody(_ body: UnsafeBufferPointer<UInt8>) throws(HTTPError) {
    try require(unsafe ccurl_set_large(pointer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
    // Without a pointer libcurl would read standard input.
    guard let start = body.baseAddress, !body.isEmpty else { return try set(CURLOPT_COPYPOSTFIELDS, "") }
    let bytes = unsafe UnsafeMutableRawPointer(mutating: start)
    try require(unsafe ccurl_set_pointer(pointer, CURLOPT_POSTFIELDS, bytes))
  }

  private func setCallbacks(to transfer: Transfer) throws(HTTPError) {
    let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
    for option in [CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_OPENSOCKETDATA, CURLOPT_XFERINFODATA] {
      try require(unsafe ccurl_set_pointer(pointer, option, context))
    }
    try require(unsafe ccurl_set_pointer(pointer, CURLOPT_ERRORBUFFER, errorText))
    try require(unsafe ccurl_set_data_function(pointer, CURLOPT_WRITEFUNCTION, takeBody))
    try require(unsafe ccurl_set_data_function(pointer, CURLOPT_HEADERFUNCTION, takeHeader))
    try require(unsafe ccurl_set_socket_function(pointer, openSocket))
    try require(unsafe ccurl_set_progress_function(pointer, continueTransfer))
    try set(CURLOPT_NOPROGRESS, 0)
  }

  private func set(_ option: CURLoption, _ value: Int) throws(HTTPError) {
    try require(unsafe ccurl_set_long(pointer, option, value))
  }

  private func set(_ option: CURLoption, _ value: String) throws(HTTPError) {
    try require(unsafe ccurl_set_string(pointer, option, value))
  }

  private func require(_ code: CURLcode) throws(HTTPError) {
    guard code == CURLE_OK else { throw .invalidRequest(detail: unsafe String(cString: curl_easy_strerror(code))) }
  }

  private mutating func outcome(of transfer: Transfer, code: CURLcode) throws(HTTPError) -> HTTPResponse {
    // They repeat a proxy's variable with its password.
    let proxies = ProxyVariables.current
    let ownWords = unsafe String(cString: errorText).withoutSecrets(of: proxies)
    let detail = ownWords.isEmpty ? unsafe String(cString: curl_easy_strerror(code)) : ownWords
    guard let error = transfer.error(code, detail: detail) else {
      var response = transfer.facts.response(transfer)
      let site = transfer.url.split(separator: "/", maxSplits: 2).prefix(2).joined(separator: "/").lowercased()
      if !response.certificate.isEmpty { certificates[site] = response.certificate }
      response.certificate = certificates[site] ?? []
      return response
    }
    if handshake?.isAskedForCertificate == true, error.isOfConnection { throw .unauthenticated }
    throw settings.usesProxy ? error.blamed(on: transfer, proxies) : error
  }
}

/// The fields of a request, as libcurl wants them.
@safe struct FieldList: ~Copyable {
  private(set) var pointer: UnsafeMutablePointer<curl_slist>?

  init(of request: HTTPRequest) throws(HTTPError) {
    unsafe pointer = nil
    let fields = request.fields + (request.authorization?.fields ?? [])
    for line in fields.map({ "\($0.name): \($0.value)" }) + request.fieldsLeftOut.map({ "\($0):" }) {
      guard let longer = unsafe curl_slist_append(pointer, line) else { throw .invalidRequest(detail: "no memory") }
      unsafe pointer = unsafe longer
    }
  }

  deinit { unsafe curl_slist_free_all(pointer) }

  var isEmpty: Bool { unsafe pointer == nil }
}

extension Duration {
  /// At least 1: libcurl takes 0 for no limit.
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    return max(1, Int(clamping: seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}

extension HTTPRequest {
  /// The fields that libcurl must not add by itself; a field without a value does that.
  fileprivate var fieldsLeftOut: [String] {
    let given = fields.map { $0.name.lowercased() }
    return ["Accept", "Expect"].filter { !given.contains($0.lowercased()) }
  }

  /// libcurl would send a line break as it is: a second field.
  fileprivate func requireWellFormed() throws(HTTPError) {
    let start = url.prefix(8).lowercased()
    guard start == "https://" || start.hasPrefix("http://") else {
      throw .invalidRequest(detail: "only http and https are loaded")
    }
    let texts = [loadedURL] + (fields + (authorization?.fields ?? [])).flatMap { [$0.name, $0.value] }
    guard texts.allSatisfy({ $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } }) else {
      throw .invalidRequest(detail: "a control character in the URL or a field")
    }
  }
}
