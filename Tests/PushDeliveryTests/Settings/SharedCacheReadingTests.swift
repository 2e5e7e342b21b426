import Findings
import PushDelivery
import TestSupport
import Testing

@Suite struct SharedCacheReadingTests {
  private func cache(_ text: String) -> Checked<CacheSettings> {
    let read = PipelineFile.standard.read("cache: " + text)
    return Checked(read.value?.cache, read.diagnostics)
  }

  @Test(arguments: [
    ("https://cache.example.com", SharedCacheAddress.http(url: "https://cache.example.com")),
    ("https://cache.example.com:8443/a/b//", .http(url: "https://cache.example.com:8443/a/b")),
    ("http://127.0.0.1:8080/", .http(url: "http://127.0.0.1:8080")),
    ("http://cache.internal", .http(url: "http://cache.internal")),
    ("s3://push-assets", .bucket(BucketAddress(.s3, "push-assets"))),
    ("s3://push-assets/", .bucket(BucketAddress(.s3, "push-assets"))),
    ("s3://push-assets/ci/cache", .bucket(BucketAddress(.s3, "push-assets", prefix: "ci/cache/"))),
    ("gs://push-assets/ci/", .bucket(BucketAddress(.googleCloud, "push-assets", prefix: "ci/"))),
    ("azure://pushassets/pictures", .bucket(BucketAddress(.azure(account: "pushassets"), "pictures"))),
    (
      "azure://pushassets/pictures/ci/a",
      .bucket(BucketAddress(.azure(account: "pushassets"), "pictures", prefix: "ci/a/"))
    ),
    ("file:///srv/cache/", .folder("/srv/cache")), ("file:///srv/gr%C3%B6%C3%9Fe%20a", .folder("/srv/größe a")),
  ])
  func anAddressIsRead(text: String, address: SharedCacheAddress) throws {
    #expect(try SharedCacheAddress(text) == address)
    #expect(try SharedCacheAddress(address.description) == address)
    #expect(cache("{remote: {url: \"\(text)\"}}") == Checked(CacheSettings(remote: .init(address: address))))
  }

  @Test func whatIsNoAddressIsRefused() {
    for text in [""] + TextRow.table("no addresses of caches", in: "Settings").map(\.[0]) {
      #expect(throws: ErrorWords.self, "\(text)") { try SharedCacheAddress(text) }
    }
  }

  @Test(arguments: [
    "https://ci:sentinel@cache.example.com", "https://sentinel@cache.example.com/a b", "s3://sentinel:x@bucket",
  ])
  func aPasswordIsRefusedAndNotRepeated(text: String) {
    do throws(ErrorWords) {
      _ = try SharedCacheAddress(text)
      Issue.record("it is read")
    } catch {
      #expect(!"\(error)".contains("sentinel"))
    }
    let read = cache("{remote: {url: \"\(text)\"}}")
    #expect(read.value == nil && read.diagnostics.count == 1 && !"\(read.diagnostics)".contains("sentinel"))
  }

  @Test func everyKeyIsRead() {
    let text = """
      {path: off, max-bytes: 5_000_000, remote: {url: "s3://push-assets/ci", mode: read-only, endpoint: "http://localhost:9000",
       region: auto}}
      """
    let remote = RemoteCacheSettings(
      address: .bucket(BucketAddress(.s3, "push-assets", prefix: "ci/")), mode: .readOnly,
      endpoint: "http://localhost:9000", region: "auto")
    #expect(cache(text) == Checked(CacheSettings(path: nil, maximumBytes: 5_000_000, remote: remote)))
    #expect(cache("off") == Checked(CacheSettings.disabled))
  }

  @Test(arguments: [
    ("https://cache.example.com", 2), ("file:///srv/cache", 2), ("gs://push-assets", 2),
    ("azure://pushassets/pictures", 1), ("s3://push-assets", 0),
  ])
  func whatWouldDoNothingIsAnError(url: String, count: Int) {
    let read = cache("{remote: {url: \"\(url)\", endpoint: \"https://storage.example.com\", region: eu-west-1}}")
    #expect(read.diagnostics.map(\.rule.rawValue) == Array(repeating: "configuration.conflict", count: count))
  }

  @Test func variablesWinOverTheFileAndNoCacheOverAll() throws {
    let file = try #require(PipelineFile.standard.read("cache: {path: off, remote: {mode: read-only}}").value)
    let environment = ["RICHPUSH_CACHE_URL": "gs://push-assets"]
    let remote = RemoteCacheSettings(address: .bucket(BucketAddress(.googleCloud, "push-assets")), mode: .readOnly)
    let variables = ConfigurationOverrides.read(environment: environment).overrides
    #expect(file.applying(variables).cache == CacheSettings(path: nil, remote: remote))
    let flags = ConfigurationOverrides.read(flags: [.cacheMode: "read-write"], environment: environment).overrides
    #expect(file.applying(flags).cache.remote.mode == .readWrite)
    let none = ConfigurationOverrides.read(flags: [.noCache: "true"], environment: environment).overrides
    #expect(file.applying(none).cache == .disabled)
  }

  @Test func whatAVariableCannotBeIsSaid() {
    let read = ConfigurationOverrides.read(
      environment: ["RICHPUSH_CACHE_URL": "https://ci:sentinel@cache", "RICHPUSH_CACHE_MODE": "write"])
    #expect(read.findings.map(\.subject.name) == ["RICHPUSH_CACHE_URL", "RICHPUSH_CACHE_MODE"])
    #expect(!"\(read.findings)".contains("sentinel"))
    #expect(read.findings.map(\.remedy)[1] == "give `read-write` or `read-only`")
  }
}
