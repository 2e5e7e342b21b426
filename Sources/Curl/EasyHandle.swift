import Ccurl
import Foundation

/// A handle of libcurl's easy interface, owned. It is used by one thread at a time.
@safe struct EasyHandle: ~Copyable {
  private let pointer: UnsafeMutableRawPointer
  private let errorText: UnsafeMutablePointer<CChar>
  private let settings: HTTPSessionSettings

  init(_ settings: HTTPSessionSettings) throws(HTTPError) {
    guard Self.started, let pointer = unsafe curl_easy_init() else {
      throw .invalidRequest(detail: "libcurl cannot start")
    }
    unsafe self.pointer = unsafe pointer
    unsafe errorText = .allocate(capacity: Int(CCURL_ERROR_SIZE))
    unsafe errorText.initialize(repeating: 0, count: Int(CCURL_ERROR_SIZE))
    self.settings = settings
  }

  deinit {
    unsafe curl_easy_cleanup(pointer)
    unsafe errorText.deallocate()
  }

  /// Writing to a connection that has just been closed must fail, and not end this process.
  private static let started: Bool = {
    signal(SIGPIPE, SIG_IGN)
    return ccurl_start() == CURLE_OK
  }()

  /// Makes a request and waits for its end.
  func perform(
    _ request: HTTPRequest, into path: String, cancellation: Cancellation
  ) throws(HTTPError) -> HTTPResponse {
    guard !cancellation.isCancelled else { throw .cancelled }
    try request.requireWellFormed()
    let transfer = try Transfer(request, path: path, policy: settings.mayConnect, cancellation: cancellation)
    let fields = try FieldList(request.fields)
    // Options alone, so that nothing points to this transfer any more: connections and the answers of DNS stay.
    defer { unsafe curl_easy_reset(pointer) }
    try set(request, fields)
    try setCallbacks(to: transfer)
    unsafe errorText.pointee = 0
    let code = unsafe curl_easy_perform(pointer)
    return try withExtendedLifetime((transfer, fields.isEmpty)) { () throws(HTTPError) in
      try outcome(of: transfer, code: code)
    }
  }

  private func set(_ request: HTTPRequest, _ fields: borrowing FieldList) throws(HTTPError) {
    try require(unsafe ccurl_allow_web_only(pointer))
    try set(CURLOPT_URL, request.url)
    try set(CURLOPT_PROXY, "")
    // All three clients understand it, and so does libcurl.
    try set(CURLOPT_ACCEPT_ENCODING, "gzip")
    for option in [CURLOPT_NOSIGNAL, CURLOPT_SSL_VERIFYPEER, CURLOPT_DISALLOW_USERNAME_IN_URL] { try set(option, 1) }
    try set(CURLOPT_SSL_VERIFYHOST, 2)
    // What Apple's App Transport Security asks for.
    try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    try set(request.method == .head ? CURLOPT_NOBODY : CURLOPT_HTTPGET, 1)
    try set(CURLOPT_CONNECTTIMEOUT_MS, settings.connectLimit.milliseconds)
    try set(CURLOPT_TIMEOUT_MS, request.timeLimit.milliseconds)
    try require(unsafe ccurl_set_large(pointer, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(request.bodyLimit)))
    try require(unsafe ccurl_set_list(pointer, CURLOPT_HTTPHEADER, fields.pointer))
    guard let file = settings.certificateFile else { return }
    try set(CURLOPT_CAINFO, file)
    try require(unsafe ccurl_set_string(pointer, CURLOPT_CAPATH, nil))
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

  private func outcome(of transfer: Transfer, code: CURLcode) throws(HTTPError) -> HTTPResponse {
    let ownWords = unsafe String(cString: errorText)
    let detail = ownWords.isEmpty ? unsafe String(cString: curl_easy_strerror(code)) : ownWords
    let facts = unsafe TransferFacts(pointer)
    if let error = transfer.error(code, detail: detail, wasSent: facts.wasSent) { throw error }
    return facts.response(transfer)
  }
}

/// The fields of a request, as libcurl wants them.
@safe struct FieldList: ~Copyable {
  private(set) var pointer: UnsafeMutablePointer<curl_slist>?

  init(_ fields: [HTTPField]) throws(HTTPError) {
    unsafe pointer = nil
    // libcurl leaves a field out that is named without a value.
    for line in fields.map({ "\($0.name): \($0.value)" }) + (fields.contains("accept") ? [] : ["Accept:"]) {
      guard let longer = unsafe curl_slist_append(pointer, line) else { throw .invalidRequest(detail: "no memory") }
      unsafe pointer = unsafe longer
    }
  }

  deinit { unsafe curl_slist_free_all(pointer) }

  var isEmpty: Bool { unsafe pointer == nil }
}

extension [HTTPField] {
  fileprivate func contains(_ name: String) -> Bool { contains { $0.name.lowercased() == name } }
}

extension Duration {
  /// At least 1: libcurl takes 0 for no limit.
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    return max(1, Int(clamping: seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}

extension HTTPRequest {
  /// libcurl would send a line break inside a field as it is: a second field.
  fileprivate func requireWellFormed() throws(HTTPError) {
    let start = url.prefix(8).lowercased()
    guard start == "https://" || start.hasPrefix("http://") else {
      throw .invalidRequest(detail: "only http and https are loaded")
    }
    let texts = [url] + fields.flatMap { [$0.name, $0.value] }
    guard texts.allSatisfy({ $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } }) else {
      throw .invalidRequest(detail: "a control character in the URL or a field")
    }
  }
}
