import MediaPipeline
import Testing

@Suite struct S3LocationTests {
  @Test func isAmazonsOwnByItself() {
    #expect(S3Location(bucket: "b", region: "eu-west-1")?.endpoint == "https://s3.eu-west-1.amazonaws.com")
    #expect(S3Location(bucket: "b", region: "cn-north-1")?.endpoint == "https://s3.cn-north-1.amazonaws.com.cn")
  }

  @Test(arguments: [
    ("", "r", "https://h"), ("..", "r", "https://h"), ("a/b", "r", "https://h"), ("b", "", "https://h"),
    ("b", "r:s", "https://h"), ("b", "r", "ftp://h"), ("b", "r", "https://"), ("b", "r", "https://h?x"),
    ("b", "r", "https://u@h"), ("b", "r", "https://h/../x"), ("b\n", "r", "https://h"),
  ])
  func othersAreNone(bucket: String, region: String, endpoint: String) {
    #expect(S3Location(bucket: bucket, region: region, endpoint: endpoint) == nil)
  }

  @Test func endpointsMayHavePathsAndPorts() {
    let location = S3Location(bucket: "b", region: "auto", endpoint: "https://h:9000/storage/s3/", isPathStyle: true)
    #expect(location?.endpoint == "https://h:9000/storage/s3")
  }
}
