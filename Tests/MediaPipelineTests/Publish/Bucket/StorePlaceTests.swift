import Libraries
import MediaPipeline
import PushDelivery
import Testing

/// Which places no well-formed URL or signature can be made of, and where the others are.
@Suite struct StorePlaceTests {
  @Test(arguments: [
    ("", "r", "https://h"), ("..", "r", "https://h"), ("a/b", "r", "https://h"), ("b", "", "https://h"),
    ("b", "r:s", "https://h"), ("b", "r", "ftp://h"), ("b", "r", "https://"), ("b", "r", "https://h?x"),
    ("b", "r", "https://u@h"), ("b", "r", "https://h/../x"), ("b\n", "r", "https://h"),
  ])
  func someBucketsAreNone(bucket: String, region: String, endpoint: String) {
    #expect(S3Dialect(S3Bucket(endpoint: endpoint, bucket: bucket, region: region)) == nil)
  }

  @Test(arguments: [
    ("", "c", "https://h"), ("A", "c", "https://h"), ("a/b", "c", "https://h"), ("a", "", "https://h"),
    ("a", "..", "https://h"), ("a", "c/d", "https://h"), ("a", "c", "ftp://h"), ("a", "c", "https://h.example.com/"),
    ("a", "c", "https://h?x"), ("a", "c", "https://u@h"), ("a", "c", "http://h.example.com"), ("a\n", "c", "https://h"),
  ])
  func someContainersAreNone(account: String, container: String, endpoint: String) {
    #expect(AzureDialect(AzureContainer(account: account, container: container, endpoint: endpoint)) == nil)
  }

  @Test func endpointsMayHavePathsAndPorts() {
    let bucket = S3Bucket(endpoint: "https://h:9000/storage/s3/", bucket: "b", region: "auto", usesPathStyle: true)
    #expect(S3Dialect(bucket)?.url(of: "a") == "https://h:9000/storage/s3/b/a")
    let azurite = AzureContainer(account: "a", container: "$web", endpoint: "http://127.0.0.1:10000")
    #expect(AzureDialect(azurite)?.url(of: "b") == "http://127.0.0.1:10000/a/$web/b")
    #expect(S3Bucket.amazonEndpoint(region: "eu-west-1") == "https://s3.eu-west-1.amazonaws.com")
    #expect(S3Bucket.amazonEndpoint(region: "cn-north-1") == "https://s3.cn-north-1.amazonaws.com.cn")
  }

  /// Endpoints in pipeline.yml, and the addresses that serve the account's blobs.
  @Test(arguments: [
    (nil, "https://push.blob.core.windows.net"),
    ("https://push.blob.core.usgovcloudapi.net", "https://push.blob.core.usgovcloudapi.net"),
    ("https://pictures.example.com", "https://pictures.example.com"),
    ("http://127.0.0.1:10000", "http://127.0.0.1:10000/push"), ("http://azurite:10000", "http://azurite:10000/push"),
    ("http://[::1]:10000", "http://[::1]:10000/push"),
  ])
  func hostsHaveTheAccountBeforeThemOrBehind(endpoint: String?, serviceURL: String) {
    let place = AzureContainer(account: "push", container: "pictures", endpoint: endpoint, prefix: "spring/")
    #expect(place.serviceURL == serviceURL && place.ownBaseURL == "\(serviceURL)/pictures/spring/")
  }
}
