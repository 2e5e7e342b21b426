import Foundation
import TestSupport
import Testing

/// Machines that share a cache: nginx as it is documented, and buckets.
@Suite(.timeLimit(.minutes(10)), .enabled(if: Nginx.hasDAV, "there is no nginx with its DAV module"))
struct SharedCacheTests {
  /// The renditions of the first machine, without any cache.
  private func expectation() async throws -> CachingMachine.Outcome {
    let outcome = try await CachingMachine(cache: "off", environment: [:]).run()
    #expect(outcome.status == 0 && outcome.notes == [])
    return outcome
  }

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

  @Test func oneThatIsGone() async throws {
    let port = try { try SilentListener().port }()
    let outcome = try await CachingMachine(environment: ["RICHPUSH_CACHE_URL": "http://127.0.0.1:\(port)"]).run()
    expectToldOnce(outcome, saying: "there is no connection to it")
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

  /// A token is a secret, and plain http to another machine shows it to everybody on the way.
  @Test func oneThatWouldShowTheToken() async throws {
    let machine = try CachingMachine(
      environment: ["RICHPUSH_CACHE_URL": "http://cache.internal:8080", "RICHPUSH_CACHE_TOKEN": "sentinel-token"])
    expectToldOnce(try await machine.run(), saying: "others on the network could read the token")
  }

  @Test func bucketsWithoutCredentials() async throws {
    let nobody = [
      "AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": "", "HOME": "/nowhere", "AWS_REGION": "eu-west-1",
      "AWS_EC2_METADATA_DISABLED": "true",
    ]
    let machine = try CachingMachine(environment: nobody.merging(["RICHPUSH_CACHE_URL": "s3://bucket/prefix"]) { $1 })
    expectToldOnce(try await machine.run(), saying: "AWS_ACCESS_KEY_ID is not set")
  }
}

/// Buckets as caches.
@Suite(.timeLimit(.minutes(10))) struct BucketCacheTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The variables of a machine that uses a bucket of a real store, under a prefix of the test's own.
  private func environment(_ kind: StoreServer.Kind, _ server: StoreServer, user: String = "owner") async throws
    -> [String: String]
  {
    let prefix = "test-\(UUID().uuidString.lowercased())/cache"
    switch kind {
    case .s3:
      let key = server.keys[user] ?? []
      return [
        "RICHPUSH_CACHE_URL": "s3://push-assets/\(prefix)", "AWS_ENDPOINT_URL_S3": server.url,
        "AWS_REGION": "eu-west-1",
        "AWS_ACCESS_KEY_ID": key[0], "AWS_SECRET_ACCESS_KEY": key[1], "AWS_SESSION_TOKEN": "",
      ]
    case .azure:
      let key = server.keys[user] ?? []
      return ["RICHPUSH_CACHE_URL": "azure://\(key[0])/push-assets/\(prefix)", "AZURE_STORAGE_KEY": key[1]]
    case .gcs:
      try folder.write(try await TestKey.shared().json(tokenURL: server.url + "/token"), to: "key.json")
      return [
        "RICHPUSH_CACHE_URL": "gs://push-assets/\(prefix)", "STORAGE_EMULATOR_HOST": server.url,
        "GOOGLE_APPLICATION_CREDENTIALS": folder.absolute("key.json"),
      ]
    }
  }

  /// No variable names another server of Azure's interface.
  private func run(
    _ kind: StoreServer.Kind, _ server: StoreServer, _ environment: [String: String]
  ) async throws -> CachingMachine.Outcome {
    let cache = kind == .azure ? "{remote: {endpoint: \"\(server.url)\"}}" : nil
    return try await CachingMachine(cache: cache, environment: environment).run()
  }

  @Test(arguments: StoreServer.Kind.allCases) func theSecondMachineRendersNothing(kind: StoreServer.Kind) async throws {
    let server = try await StoreServer(kind)
    let environment = try await environment(kind, server)
    let first = try await run(kind, server, environment)
    #expect(first.status == 0 && first.cached == 0 && first.notes == [], "\(first.text)")
    let second = try await run(kind, server, environment)
    #expect(second.rendered == 0 && second.cached == first.rendered && second.notes == [], "\(second.text)")
    #expect(second.published == first.published)
  }

  /// A store that changes what it keeps, and one that refuses for a while.
  @Test(arguments: StoreServer.Kind.allCases) func faultsAreSurvived(kind: StoreServer.Kind) async throws {
    let server = try await StoreServer(kind)
    let environment = try await environment(kind, server)
    let first = try await run(kind, server, environment)
    try server.set(ServerFault(.status, "GET", status: 503, isLasting: true))
    let refused = try await run(kind, server, environment)
    #expect(refused.status == 0 && refused.rendered == first.rendered && refused.notes.count == 1, "\(refused.text)")
    try server.set(ServerFault(.truncate, "GET", path: "cas"), ServerFault(.reset, "GET", path: "ac"))
    let cut = try await run(kind, server, environment)
    #expect(cut.status == 0 && cut.published == first.published && cut.notes.count == 1, "\(cut.text)")
    try server.set()
    #expect(try await run(kind, server, environment).rendered == 0)
  }

  @Test func whoMayNotIsToldOnce() async throws {
    let server = try await StoreServer(.s3)
    let outcome = try await CachingMachine(environment: try await environment(.s3, server, user: "stranger")).run()
    #expect(
      outcome.status == 0 && outcome.notes.count == 1 && outcome.notes[0].contains("they may not"), "\(outcome.text)"
    )
  }
}
