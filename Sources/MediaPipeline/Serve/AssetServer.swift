import Findings
import FlyingFox
import FlyingSocks
import Foundation
public import PushDelivery

/// Serves a folder over plain HTTP. The only Swift that sees FlyingFox: a request becomes a `ServedRequest`, and a
/// `ServedResponse` is sent.
public struct AssetServer: Sendable {
  private let folder: ServedFolder
  private let address: ListeningAddress
  private let observe: @Sendable (ServedExchange) -> Void

  /// - Parameter observe: told of every answer, from several tasks at once.
  public init(
    _ folder: ServedFolder, at address: ListeningAddress, observe: @escaping @Sendable (ServedExchange) -> Void
  ) {
    (self.folder, self.address, self.observe) = (folder, address, observe)
  }

  /// Answers requests until the task is cancelled.
  ///
  /// - Parameter started: told the port once connections are taken.
  /// - Throws: `AssetServerError` when it cannot listen there.
  public func run(started: @escaping @Sendable (UInt16) -> Void) async throws(AssetServerError) {
    do {
      let server = try makeServer()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await server.run() }
        group.addTask {
          try await server.waitUntilListening(timeout: 60)
          if let port = await server.listeningAddress?.port { started(port) }
        }
        try await group.waitForAll()
      }
    } catch {
      // Being cancelled is how it ends.
      if !Task.isCancelled { throw AssetServerError(address: address, detail: error.listeningReason) }
    }
  }

  private func makeServer() throws -> HTTPServer {
    let handler = ClosureHTTPHandler { await respond(to: $0) }
    if address.isIPv6 {
      return HTTPServer(
        address: try sockaddr_in6.inet6(ip6: address.host, port: address.port), logger: .disabled, handler: handler)
    }
    return HTTPServer(
      address: try sockaddr_in.inet(ip4: address.host, port: address.port), logger: .disabled, handler: handler)
  }

  private func respond(to request: HTTPRequest) async -> HTTPResponse {
    let served = ServedRequest(request)
    let path = served.path
    let content = await BlockingThreads.forFiles.run { path.map(folder.content) ?? .missing }
    let response = ServedResponse(to: served, content: content)
    observe(ServedExchange(peer: request.remoteAddress?.host ?? "unknown", request: served, response: response))
    return HTTPResponse(response, file: path.flatMap(folder.location))
  }
}

/// One answer, for a log.
public struct ServedExchange: Sendable {
  /// The client's address.
  public let peer: String
  public let request: ServedRequest
  public let response: ServedResponse
}

/// Why a server cannot listen.
public struct AssetServerError: Error, Hashable, CustomStringConvertible {
  public let address: ListeningAddress
  /// The system's words.
  public let detail: String

  public var description: String { "cannot listen on \(address.host), port \(address.port): \(detail)" }
}

extension Error {
  /// The system's words without the server's around them.
  fileprivate var listeningReason: String {
    if case .failed(_, _, let message)? = self as? SocketError { message } else { reason }
  }
}

extension ServedRequest {
  fileprivate init(_ request: HTTPRequest) {
    let query = request.target.query()
    self.init(
      method: request.method.rawValue, target: request.target.path() + (query.isEmpty ? "" : "?" + query),
      fields: HeaderFields(request.headers.map { HeaderField($0.key.rawValue, $0.value) }))
  }
}

extension HTTPResponse {
  /// - Parameter file: where the bytes are that the body may be a part of.
  fileprivate init(_ response: ServedResponse, file: String?) {
    var headers = HTTPHeaders()
    for field in response.fields.all { headers[HTTPHeader(field.name)] = field.value }
    headers[.date] = HTTPDate.text(secondsSince1970: Int64(Date().timeIntervalSince1970))
    let body: HTTPBodySequence
    switch response.body {
    case .nothing: body = HTTPBodySequence()
    case .text(let text): body = HTTPBodySequence(data: Data(text.utf8))
    case .part(let range):
      // What has gone since the answer was made up has no bytes to send.
      guard let file,
        let part = try? HTTPBodySequence(file: URL(filePath: file), range: range, suggestedBufferSize: 1 << 16)
      else {
        self.init(statusCode: .notFound)
        return
      }
      body = part
    }
    self.init(statusCode: HTTPStatusCode(response.status), headers: headers, body: body)
  }
}

extension HTTPStatusCode {
  fileprivate init(_ code: Int) {
    let known: [HTTPStatusCode] = [
      .ok, .partialContent, .notModified, .notFound, .methodNotAllowed, .rangeNotSatisfiable,
    ]
    self = known.first { $0.code == code } ?? HTTPStatusCode(code, phrase: "")
  }
}

extension HTTPRequest.Address {
  fileprivate var host: String {
    switch self {
    case .ip4(let host, _), .ip6(let host, _), .unix(let host): host
    }
  }
}

extension Socket.Address {
  fileprivate var port: UInt16? {
    switch self {
    case .ip4(_, let port), .ip6(_, let port): port
    case .unix: nil
    }
  }
}
