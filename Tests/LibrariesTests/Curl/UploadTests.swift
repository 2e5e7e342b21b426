import Findings
import Foundation
import Libraries
import PushDelivery
import TestSupport
import Testing

/// Bodies, signatures and several transfers at once, against a server that returns its requests.
@Suite(.timeLimit(.minutes(10))) struct UploadTests {
  private func request(_ method: HTTPMethod, _ url: String, body: [UInt8]) -> HTTPRequest {
    var request = HTTPRequest(
      method, url, fields: [HTTPField("Content-Type", "image/jpeg")], bodyLimit: 100_000, timeLimit: .seconds(120))
    request.body = body
    return request
  }

  /// The server's request: its answer has the header and the body.
  private func echo(_ request: HTTPRequest, of server: StoreServer) async throws -> String {
    try server.set(ServerFault(.echo, request.method.rawValue, status: 400))
    let response = try await HTTPClient().load(request)
    #expect(response.status == 400 && response.byteCount == response.body.count)
    return String(decoding: response.body, as: UTF8.self)
  }

  @Test(arguments: [HTTPMethod.put, .post]) func bodiesAreSentAsTheyAre(method: HTTPMethod) async throws {
    let server = try await StoreServer(.s3)
    let text = try await echo(request(method, server.url + "/a", body: Array("hello".utf8)), of: server)
    #expect(text.contains("Content-Length: 5") && text.hasSuffix("hello"))
    #expect(text.contains("Content-Type: image/jpeg"))
    #expect(!text.contains("Accept: ") && !text.contains("User-Agent"))
    #expect(server.log == ["connection", "\(method.rawValue) /a"])
    // An empty body must not make libcurl read this process's input.
    #expect(try await echo(request(method, server.url + "/a", body: []), of: server).contains("Content-Length: 0"))
  }

  /// RFC 7617 has this very example.
  @Test func aUserAndAPasswordAreSent() async throws {
    let server = try await StoreServer(.s3)
    var request = request(.put, server.url + "/a", body: [1])
    request.authorization = .basic(Secret("Aladdin:open sesame"))
    #expect(try await echo(request, of: server).contains("Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="))
  }

  @Test(arguments: [("/a", "/a?sig=x%3D"), ("/a?comp=list", "/a?comp=list&sig=x%3D")])
  func aSecretQueryIsPutBehindTheURL(path: String, expected: String) async throws {
    let server = try await StoreServer(.s3)
    var request = request(.put, server.url + path, body: [1])
    request.authorization = .query(Secret("sig=x%3D"))
    #expect(try await !echo(request, of: server).contains("Authorization"))
    #expect(server.log == ["connection", "PUT \(expected)"])
  }

  @Test func largeBodiesDoNotWaitForLeave() async throws {
    let server = try await StoreServer(.s3)
    let text = try await echo(
      request(.put, server.url + "/a", body: [UInt8](repeating: 65, count: 3_000_000)), of: server)
    #expect(text.contains("Content-Length: 3000000") && !text.contains("Expect"))
  }

  @Test func memoryIsCapped() async throws {
    let server = try await StoreServer(.s3)
    try server.set(ServerFault(.status, "GET", status: 200, body: String(repeating: "x", count: 5000)))
    let request = HTTPRequest(.get, server.url + "/a", bodyLimit: 100, timeLimit: .seconds(60))
    let response = try await HTTPClient().load(request)
    #expect(response.isBodyCapped && response.body.count <= 100 && response.body.count == response.byteCount)
  }

  @Test func connectionsAreSharedByManyRequests() async throws {
    let server = try await TestServer([ServerAnswer("/a", body: .text("hello"))], isSecure: false)
    let client = HTTPClient(transfers: 3)
    let request = HTTPRequest(.get, server.url("/a"), bodyLimit: 100, timeLimit: .seconds(60))
    try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
      for _ in 0..<20 { group.addTask { try await client.load(request) } }
      for try await response in group { #expect(response.body == Array("hello".utf8)) }
    }
    #expect(server.log.filter { $0 == "connection" }.count <= 3)
    #expect(server.log.filter { $0 == "GET /a" }.count == 20)
  }

  /// One that waits for its turn ends too.
  @Test func cancellationEndsAllThatWait() async throws {
    let server = try await TestServer([ServerAnswer("/a", delay: 600)], isSecure: false)
    let client = HTTPClient(transfers: 1)
    let request = HTTPRequest(.get, server.url("/a"), bodyLimit: 100, timeLimit: .seconds(600))
    let task = Task {
      await withTaskGroup(of: HTTPError?.self) { group in
        for _ in 0..<3 {
          group.addTask {
            do throws(HTTPError) { _ = try await client.load(request) } catch { return error }
            return nil
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    try await waitUntil("the server was asked") { server.log.contains("GET /a") }
    task.cancel()
    #expect(await task.value == [.cancelled, .cancelled, .cancelled])
  }
}
