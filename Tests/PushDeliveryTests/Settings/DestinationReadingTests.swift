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

  @Test(arguments: TextRow.table("stores that serve themselves", in: "Settings")) func aStoreServesItself(
    _ row: TextRow
  ) {
    let destinations = read(row[0]).value?.destinations
    #expect(destinations?.map(\.baseURL) == [row.cells[1]])
    #expect(destinations?.map(\.verification) == [.get])
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

  @Test(arguments: TextRow.table("addresses of buckets", in: "Settings"))
  func anAddressAgreesWithItsBucket(_ row: TextRow) {
    let found = read(row[1]).diagnostics
    #expect(found.map(\.severity.rawValue) == (row[0] == "right" ? [] : [row[0]]), "\(found)")
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

  @Test func aBucketIsNoFolder() {
    let configuration = read("to: s3, bucket: push, region: eu-west-1").value?.applying(
      ConfigurationOverrides([.output: "a"]))
    let resolved = configuration?.resolvedDestination(output: "a")
    #expect(resolved?.value == nil)
    #expect(resolved?.diagnostics.map(\.rule) == ["configuration.conflict"])
    #expect(resolved?.diagnostics.map(\.subject) == [.init(.configuration, "--output")])
  }

  @Test func anEndpointIsThatOfTheRegionUnlessSaid() {
    #expect(
      read("to: s3, bucket: push, region: eu-west-1").value?.destinations.map { $0.place as? S3Bucket } == [
        S3Bucket(endpoint: "https://s3.eu-west-1.amazonaws.com", bucket: "push", region: "eu-west-1")
      ])
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
    let other = configuration?.resolvedDestination(named: "cdn").diagnostics
    #expect(other?.map(\.remedy) == ["give one of `gcs`, `directory`"])
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

  @Test func readsAContainer() {
    let text =
      "to: azure, name: cdn, account: pushassets, container: pictures, endpoint: https://pushassets.blob.core.usgovcloudapi.net/, "
      + "prefix: spring, verify: off, base-url: https://cdn.example.com/spring, "
      + "cache-control: 'public, max-age=60'"
    let container = AzureContainer(
      account: "pushassets", container: "pictures", endpoint: "https://pushassets.blob.core.usgovcloudapi.net",
      prefix: "spring/", cacheControl: "public, max-age=60")
    let expected = DestinationSettings(
      name: "cdn", place: container, baseURL: "https://cdn.example.com/spring/", verification: .off)
    #expect(read(text) == Checked(PipelineConfiguration(destinations: [expected])))
  }
}
