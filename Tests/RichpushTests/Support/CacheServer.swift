import Foundation
import TestSupport

/// A cache that machines share, on nginx as docs/sharing-a-cache.md has it.
final class CacheServer: Sendable {
  static let user = "ci", password = "sentinel-password"

  let folder = TemporaryFolder()
  private let nginx: Nginx

  /// - Parameter change: makes another block `server` of the one in the documentation.
  init(_ change: (String) -> String = { $0 }) async throws {
    try folder.write("\(Self.user):{PLAIN}\(Self.password)\n", to: "htpasswd")
    try folder.createFolder("cache/tmp")
    let (path, passwords) = (folder.absolute("cache"), folder.absolute("htpasswd"))
    let block = change(try Self.documentedBlock())
    nginx = try await Nginx { port in
      block.replacing("listen 8080;", with: "listen 127.0.0.1:\(port);").replacing("/srv/richpush-cache", with: path)
        .replacing("/etc/nginx/richpush-cache.htpasswd", with: passwords)
    }
  }

  private static let made = Task {
    let server = try await CacheServer()
    let outcome = try await CachingMachine(environment: server.environment).run()
    return (outcome, Dictionary(uniqueKeysWithValues: try server.entries.map { ($0, try server.bytes(of: $0)) }))
  }

  /// One with what a first machine stored, and what that machine's run came to. It ran once for all tests.
  static func filled() async throws -> (server: CacheServer, first: CachingMachine.Outcome) {
    let (first, entries) = try await made.value
    let server = try await CacheServer()
    for (path, bytes) in entries { try server.write(bytes, to: path) }
    return (server, first)
  }

  /// Without a slash at its end.
  var url: String { String(nginx.url.dropLast()) }

  /// A line for each request, `PUT /ac/… 201`.
  var log: [String] { nginx.log }

  /// The variables of a machine that may write.
  var environment: [String: String] {
    ["RICHPUSH_CACHE_URL": url, "RICHPUSH_CACHE_TOKEN": "\(Self.user):\(Self.password)"]
  }

  /// The paths of all entries, `ac/…` and `cas/…`, sorted.
  var entries: [String] { get throws { try folder.files(in: "cache").filter { !$0.hasPrefix("tmp") }.sorted() } }

  func bytes(of entry: String) throws -> [UInt8] { try folder.bytes(of: "cache/" + entry) }

  func write(_ bytes: [UInt8], to entry: String) throws { try folder.write(bytes, to: "cache/" + entry) }

  private static func documentedBlock() throws -> String {
    let page = try String(contentsOfFile: packageRoot + "/docs/sharing-a-cache.md", encoding: .utf8)
    guard let start = page.firstRange(of: "```nginx\n"), let end = page[start.upperBound...].firstRange(of: "```")
    else { throw ProgramError.failed("docs/sharing-a-cache.md", stderr: "it has no block for nginx") }
    return String(page[start.upperBound..<end.lowerBound])
  }
}
