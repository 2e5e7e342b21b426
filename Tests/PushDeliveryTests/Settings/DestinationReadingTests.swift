import Findings
import PushDelivery
import TestSupport
import Testing

@Suite struct DestinationReadingTests {
  private func read(_ destination: String) -> Checked<PipelineConfiguration> {
    PipelineFile.standard.read("publish:\n- {\(destination)}\n", file: "c.yml")
  }

  @Test func readsABucketOfS3() {
    let text =
      "to: s3, name: cdn, endpoint: https://s3.eu-west-1.amazonaws.com/, bucket: push-assets, region: eu-west-1, "
      + "prefix: spring, path-style: true, verify: off, base-url: https://cdn.example.com/spring"
    let bucket = S3Bucket(
      endpoint: "https://s3.eu-west-1.amazonaws.com", bucket: "push-assets", region: "eu-west-1", prefix: "spring/",
      usesPathStyle: true)
    let expected = DestinationSettings(
      name: "cdn", place: bucket, baseURL: "https://cdn.example.com/spring/", verification: .off)
    #expect(read(text) == Checked(PipelineConfiguration(destinations: [expected])))
  }

  @Test func aBucketServesItself() {
    let plain = "to: s3, endpoint: https://s3.example.com, bucket: push, region: auto"
    #expect(read(plain).value?.destinations.map(\.baseURL) == ["https://push.s3.example.com/"])
    #expect(
      read(plain + ", path-style: true, prefix: a/b").value?.destinations.map(\.baseURL) == [
        "https://s3.example.com/push/a/b/"
      ])
    #expect(read(plain).value?.destinations.map(\.verification) == [.get])
  }

  @Test func readsABucketOfGoogles() {
    let bucket = GoogleBucket(
      bucket: "push.appspot.com", prefix: "spring/", predefinedACL: "publicRead", addressForm: .firebaseDownload)
    let expected = DestinationSettings(
      name: "gcs", place: bucket, baseURL: "https://storage.googleapis.com/push.appspot.com/spring/",
      verification: .get)
    #expect(
      read("to: gcs, bucket: push.appspot.com, prefix: spring/, predefined-acl: publicRead, urls: firebase")
        == Checked(PipelineConfiguration(destinations: [expected])))
  }

  /// Where an address is the bucket's own, its region and its prefix are known. Another host may put the prefix in by itself.
  @Test(arguments: [
    ("to: s3, bucket: push, region: us-east-1, base-url: 'https://push.s3.eu-west-1.amazonaws.com/'", "error"),
    ("to: s3, bucket: push, region: us-east-1, base-url: 'https://s3.eu-west-1.amazonaws.com/push/'", "error"),
    ("to: s3, bucket: push, region: us-east-1, endpoint: 'https://s3.eu-west-1.amazonaws.com'", "error"),
    (
      "to: s3, bucket: push, region: eu-west-1, prefix: a/, base-url: 'https://push.s3.eu-west-1.amazonaws.com/'",
      "error"
    ),
    (
      "to: s3, bucket: push, region: auto, prefix: a/, endpoint: 'https://s.iana.org', base-url: 'https://push.s.iana.org/b/'",
      "error"
    ),
    ("to: gcs, bucket: push, prefix: a/, base-url: 'https://storage.googleapis.com/push/'", "error"),
    (
      "to: azure, account: pics, container: push, prefix: a/, base-url: 'https://pics.blob.core.windows.net/push/'",
      "error"
    ),
    ("to: s3, bucket: push, region: eu-west-1, prefix: a/, base-url: 'https://cdn.iana.org/'", "warning"),
    (
      "to: s3, bucket: push, region: eu-west-1, prefix: a/, base-url: 'https://push.s3.eu-west-1.amazonaws.com/a/'", "-"
    ),
    ("to: s3, bucket: push, region: eu-west-1, base-url: 'https://push.s3.amazonaws.com/'", "-"),
    ("to: s3, bucket: push, region: eu-west-1, base-url: 'https://other.s3.us-east-1.amazonaws.com/'", "warning"),
    ("to: gcs, bucket: push, prefix: a/, base-url: 'https://push.storage.googleapis.com/a/'", "-"),
    ("to: azure, account: pics, container: push, base-url: 'https://pics.blob.core.windows.net/push/'", "-"),
    ("to: s3, bucket: push, region: eu-west-1, prefix: a/, base-url: 'https://cdn.iana.org/x/a'", "-"),
  ])
  func anAddressAgreesWithItsBucket(_ destination: String, _ expected: String) {
    let found = read(destination).diagnostics
    #expect(found.map(\.severity.rawValue) == (expected == "-" ? [] : [expected]), "\(found)")
    #expect(found.allSatisfy { $0.rule == "configuration.conflict" })
  }

  @Test func readsWhatNewObjectsGet() {
    let s3 =
      "to: s3, bucket: push, region: eu-west-1, base-url: 'https://cdn.example.com/', acl: bucket-owner-full-control, "
      + "cache-control: 'public, max-age=60'"
    let bucket = S3Bucket(
      endpoint: "https://s3.eu-west-1.amazonaws.com", bucket: "push", region: "eu-west-1",
      acl: "bucket-owner-full-control", cacheControl: "public, max-age=60")
    let expected = DestinationSettings(
      name: "s3", place: bucket, baseURL: "https://cdn.example.com/", verification: .get)
    #expect(read(s3) == Checked(PipelineConfiguration(destinations: [expected])))
    let gcs = read("to: gcs, bucket: push, cache-control: no-cache").value?.destinations.map { AnyHashable($0.place) }
    #expect(gcs == [AnyHashable(GoogleBucket(bucket: "push", cacheControl: "no-cache"))])
  }

  @Test func anAddressHasNoBucketsBeforeIt() {
    let place = read("to: s3, bucket: push, region: r, endpoint: http://127.0.0.1:9000").value?.destinations.first
    #expect(place?.baseURL == "http://127.0.0.1:9000/push/")
  }

  @Test func aBucketIsNoFolder() {
    let configuration = read("to: s3, bucket: push, region: eu-west-1").value?.applying(
      ConfigurationOverrides([.output: "a"]))
    let resolved = configuration?.resolvedDestination(output: "a")
    #expect(resolved?.value == nil)
    #expect(resolved?.diagnostics.map(\.rule) == ["configuration.conflict"])
    #expect(resolved?.diagnostics.map(\.subject) == [.init(.configuration, "--output")])
  }

  @Test func plainHTTPIsForServersOfOnesOwn() {
    #expect(
      read("to: s3, bucket: push, region: eu-west-1").value?.destinations.map { $0.place as? S3Bucket } == [
        S3Bucket(endpoint: "https://s3.eu-west-1.amazonaws.com", bucket: "push", region: "eu-west-1")
      ])
    #expect(read("to: s3, bucket: push, region: r, endpoint: http://127.0.0.1:9000").diagnostics == [])
  }

  @Test func choosesByName() {
    let configuration = read("to: gcs, bucket: push}\n- {to: directory, path: public").value
    let chosen = configuration?.applying(ConfigurationOverrides([.destination: "directory", .baseURL: "https://a/"]))
    #expect(
      chosen?.resolvedDestination(named: "directory").value
        == ResolvedDestination(DestinationSettings(baseURL: "https://a/"), baseURL: "https://a/"))
    let unknown = configuration?.resolvedDestination(named: "gsc").diagnostics
    #expect(unknown?.map(\.message) == ["there is no destination `gsc` under `publish`"])
    #expect(unknown?.map(\.remedy) == ["the nearest is `gcs`, of `gcs`, `directory`"])
  }

  @Test(arguments: [
    ("netlify", [StaticHost.netlify]), ("[nginx]", [.nginx]), ("[firebase, netlify]", [.firebase, .netlify]),
    ("[]", []),
  ])
  func headersAreForOneHostOrAList(headers: String, hosts: [StaticHost]) {
    let expected = PipelineConfiguration(
      destinations: [DestinationSettings(place: DirectoryPlace(path: "public", headers: hosts))])
    #expect(read("to: directory, path: public, headers: \(headers)") == Checked(expected))
  }
}

@Suite struct AzureReadingTests {
  private func read(_ destination: String) -> Checked<PipelineConfiguration> {
    PipelineFile.standard.read("publish:\n- {to: azure, \(destination)}\n", file: "c.yml")
  }

  @Test func readsAContainer() {
    let text =
      "name: cdn, account: pushassets, container: pictures, endpoint: https://pushassets.blob.core.usgovcloudapi.net/, "
      + "prefix: spring, verify: off, base-url: https://cdn.example.com/spring, "
      + "cache-control: 'public, max-age=60'"
    let container = AzureContainer(
      account: "pushassets", container: "pictures", endpoint: "https://pushassets.blob.core.usgovcloudapi.net",
      prefix: "spring/", cacheControl: "public, max-age=60")
    let expected = DestinationSettings(
      name: "cdn", place: container, baseURL: "https://cdn.example.com/spring/", verification: .off)
    #expect(read(text) == Checked(PipelineConfiguration(destinations: [expected])))
  }

  @Test(arguments: [
    ("container: pictures", "https://push.blob.core.windows.net/pictures/"),
    ("container: pictures, prefix: a/b", "https://push.blob.core.windows.net/pictures/a/b/"),
    ("container: pictures, endpoint: http://127.0.0.1:10000", "http://127.0.0.1:10000/push/pictures/"),
    ("container: $web", nil),
  ])
  func aContainerServesItself(keys: String, baseURL: String?) {
    let destinations = read("account: push, " + keys).value?.destinations
    #expect(destinations?.map(\.baseURL) == [baseURL])
    #expect(destinations?.map(\.verification) == [.get])
  }

  @Test func whatIsMissingInAnEndpointIsSaid() {
    let found = read("account: push, container: abc, endpoint: https://blob.core.usgovcloudapi.net").diagnostics
    #expect(found.first?.remedy == "write https://push.blob.core.usgovcloudapi.net")
  }
}
