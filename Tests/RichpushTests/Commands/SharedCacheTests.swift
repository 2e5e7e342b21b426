import Foundation
import TestSupport
import Testing

/// Machines that share a cache: nginx as it is documented, and buckets.
@Suite(.timeLimit(.minutes(10)), .enabled(if: Nginx.hasDAV, "there is no nginx with its DAV module"))
struct SharedCacheTests {
  @Test func theSecondMachineRendersNothing() async throws {
    let server = try await CacheServer()
    let first = try await CachingMachine(environment: server.environment).run()
    #expect(first.status == 0 && first.cached == 0 && first.notes == [], "\(first.text)")
    let made = try #require(first.rendered)
    #expect(made >= 3)
    // Two records of facts about sources, and one for each rendition.
    #expect(try server.entries.count { $0.hasPrefix("ac/") } == 2 + Int(made))
    #expect(try server.entries.count { $0.hasPrefix("cas/") } == Set(first.published.values).count)
    let contents = try server.folder.names(in: "cache/cas")
    let digests = try await SHA256.digests(of: contents, in: server.folder.absolute("cache/cas"))
    #expect(digests == Dictionary(uniqueKeysWithValues: contents.map { ($0, $0) }))
    let second = try await CachingMachine(environment: server.environment).run()
    #expect(second.status == 0 && second.rendered == 0 && second.cached == made && second.notes == [], "\(second.text)")
    #expect(second.published == first.published)
    #expect(server.log.count { $0.hasPrefix("PUT") } == Int(made) + 2 + Set(first.published.values).count)
  }

  /// Entries from the shared cache are kept in the machine's own.
  @Test func theDiskIsAskedFirst() async throws {
    let server = try await CacheServer.filled().server
    let second = try CachingMachine(environment: server.environment)
    _ = try await second.run()
    let count = server.log.count
    let again = try await second.run()
    #expect(again.rendered == 0 && server.log.count == count)
  }

  @Test func aMachineNeedsNoFolderOfItsOwn() async throws {
    let server = try await CacheServer()
    let cache = "{path: off, remote: {url: \"\(server.url)\", mode: read-write}}"
    let token = ["RICHPUSH_CACHE_TOKEN": "\(CacheServer.user):\(CacheServer.password)"]
    let first = try CachingMachine(cache: cache, environment: token)
    #expect(try await first.run().cached == 0)
    let again = try await first.run()
    #expect(again.rendered == 0 && again.notes == [], "\(again.text)")
    #expect(!first.workspace.folder.exists(".richpush-cache"))
  }

  /// Damage of each kind, to every entry of a kind at once.
  enum Damage: String, CaseIterable {
    case otherBytes, cut, empty, swapped, garbage, oneBit, endless

    func callAsFunction(_ entry: Int, of entries: [[UInt8]]) -> [UInt8] {
      let bytes = entries[entry]
      return switch self {
      case .otherBytes: minimalPNG(width: 8, height: 8)
      case .cut: Array(bytes.dropLast(bytes.count / 3 + 1))
      case .empty: []
      case .swapped: entries[(entry + 1) % entries.count]
      case .garbage: (0..<200).map { UInt8(($0 * 37) & 0xFF) }
      case .oneBit: bytes.prefix(bytes.count / 2) + [bytes[bytes.count / 2] ^ 1] + bytes.dropFirst(bytes.count / 2 + 1)
      case .endless: bytes + [UInt8](repeating: 0, count: 3_000_000)
      }
    }
  }

  @Test(arguments: ["ac/", "cas/"], Damage.allCases)
  func whatIsDamagedIsMadeAnewAndPutRight(kind: String, damage: Damage) async throws {
    let (server, first) = try await CacheServer.filled()
    let names = try server.entries.filter { $0.hasPrefix(kind) }
    let entries = try names.map { try server.bytes(of: $0) }
    for (number, name) in names.enumerated() { try server.write(damage(number, of: entries), to: name) }
    let second = try await CachingMachine(environment: server.environment).run()
    #expect(second.status == 0 && second.published == first.published, "\(second.text)")
    #expect(second.notes.count == 1 && second.notes[0].contains("not what"), "\(second.notes)")
    let third = try await CachingMachine(environment: server.environment).run()
    #expect(third.rendered == 0 && third.notes == [] && third.published == first.published, "\(third.text)")
  }

  @Test(arguments: ["ac", "cas"]) func whatWasEvictedIsMadeAnew(half: String) async throws {
    let (server, first) = try await CacheServer.filled()
    let entries = try server.entries
    try server.folder.remove("cache/" + half)
    let second = try await CachingMachine(environment: server.environment).run()
    #expect(second.status == 0 && second.rendered == first.rendered && second.notes == [], "\(second.text)")
    #expect(try server.entries == entries)
  }

  @Test func readOnlyAndPlanAndNoCacheWriteNothing() async throws {
    let server = try await CacheServer()
    let readOnly = try await CachingMachine(environment: server.environment).run("--cache-mode", "read-only")
    #expect(readOnly.status == 0 && readOnly.notes == [] && !server.log.isEmpty)
    let plan = try await CachingMachine(environment: server.environment).run(command: "plan")
    #expect(plan.status == 0 && plan.notes == [])
    let asked = server.log.count
    let without = try await CachingMachine(environment: server.environment).run("--no-cache")
    #expect(without.status == 0 && server.log.count == asked)
    #expect(try server.entries == [] && server.log.allSatisfy { $0.hasPrefix("GET ") && $0.hasSuffix(" 404") })
    // They read.
    _ = try await CachingMachine(environment: server.environment).run()
    let reading = try await CachingMachine(environment: ["RICHPUSH_CACHE_URL": server.url]).run(
      "--cache-mode", "read-only")
    #expect(reading.rendered == 0 && reading.notes == [])
    #expect(try await CachingMachine(environment: server.environment).run(command: "plan").rendered == 0)
  }
}

/// Caches that do not work: nothing fails, and it is reported once.
@Suite(.timeLimit(.minutes(10)), .enabled(if: Nginx.hasDAV, "there is no nginx with its DAV module"))
struct UnusableCacheTests {
  private func expectToldOnce(_ outcome: CachingMachine.Outcome, saying words: String) {
    #expect(outcome.status == 0 && outcome.cached == 0 && outcome.rendered ?? 0 >= 3, "\(outcome.text)")
    #expect(outcome.notes.count == 1 && outcome.notes[0].contains(words), "\(outcome.notes)")
    #expect(!outcome.text.contains("sentinel"))
  }

  private static let nobody = [
    "AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": "", "HOME": "/nowhere", "AWS_REGION": "eu-west-1",
    "AWS_EC2_METADATA_DISABLED": "true",
  ]

  /// One that is gone; a token is a secret, and plain http to another machine shows it to everybody on the way; a bucket without
  /// credentials.
  @Test(arguments: [
    (["RICHPUSH_CACHE_URL": "http://127.0.0.1:9"], "there is no connection to it"),
    (
      ["RICHPUSH_CACHE_URL": "http://cache.internal:8080", "RICHPUSH_CACHE_TOKEN": "sentinel-token"],
      "others on the network could read the token"
    ),
    (nobody.merging(["RICHPUSH_CACHE_URL": "s3://bucket/prefix"]) { $1 }, "AWS_ACCESS_KEY_ID is not set"),
  ])
  func oneThatIsNotReached(environment: [String: String], words: String) async throws {
    expectToldOnce(try await CachingMachine(environment: environment).run(), saying: words)
  }

  @Test func oneThatSaysNothing() async throws {
    let listener = try SilentListener()
    let clock = ContinuousClock()
    let begin = clock.now
    let outcome = try await CachingMachine(environment: ["RICHPUSH_CACHE_URL": "http://127.0.0.1:\(listener.port)"])
      .run()
    expectToldOnce(outcome, saying: "it takes too long")
    // Three waits for an answer, and in parallel those for a place to store at.
    #expect(clock.now - begin < .seconds(100))
  }

  @Test func oneThatIsFull() async throws {
    let server = try await CacheServer { $0.replacing("client_max_body_size 64m", with: "client_max_body_size 400") }
    let outcome = try await CachingMachine(environment: server.environment).run()
    expectToldOnce(outcome, saying: "larger than it takes")
    #expect(outcome.text.contains("client_max_body_size"))
  }

  @Test(arguments: ["ci:sentinel-wrong", "sentinel-token"]) func oneThatWantsOtherCredentials(token: String)
    async throws
  {
    let server = try await CacheServer()
    let machine = try CachingMachine(environment: ["RICHPUSH_CACHE_URL": server.url, "RICHPUSH_CACHE_TOKEN": token])
    expectToldOnce(try await machine.run(), saying: "it does not accept the credentials")
    // Who is refused asks no more.
    #expect(try server.log.count { $0.hasPrefix("PUT ") } <= 4 && server.entries == [])
  }

  @Test func oneThatLeadsElsewhere() async throws {
    let other = try await CacheServer()
    let server = try await CacheServer { block in
      block.replacing("dav_methods PUT;", with: "return 307 \(other.url)$request_uri;")
    }
    expectToldOnce(try await CachingMachine(environment: server.environment).run(), saying: "leads elsewhere")
    #expect(other.log == [])
  }
}

/// Buckets as caches.
@Suite(.timeLimit(.minutes(10))) struct BucketCacheTests {
  @Test(arguments: StoreServer.Kind.allCases) func theSecondMachineRendersNothing(kind: StoreServer.Kind) async throws {
    let bucket = try await BucketCache(kind)
    let first = try await bucket.run()
    #expect(first.status == 0 && first.cached == 0 && first.notes == [], "\(first.text)")
    let second = try await bucket.run()
    #expect(second.rendered == 0 && second.cached == first.rendered && second.notes == [], "\(second.text)")
    #expect(second.published == first.published)
    // A store that refuses for a while, and one that changes what it keeps.
    try bucket.server.set(ServerFault(.status, "GET", status: 503, isLasting: true))
    let refused = try await bucket.run()
    #expect(refused.status == 0 && refused.rendered == first.rendered && refused.notes.count == 1, "\(refused.text)")
    try bucket.server.set(ServerFault(.truncate, "GET", path: "cas"), ServerFault(.reset, "GET", path: "ac"))
    let cut = try await bucket.run()
    #expect(cut.status == 0 && cut.published == first.published && cut.notes.count == 1, "\(cut.text)")
    try bucket.server.set()
    #expect(try await bucket.run().rendered == 0)
  }
}
