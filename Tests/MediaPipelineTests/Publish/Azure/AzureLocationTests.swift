import MediaPipeline
import PushDelivery
import Testing

@Suite struct AzureLocationTests {
  @Test func isAzuresOwnByItself() {
    let location = AzureLocation(account: "pushassets", container: "$web")
    #expect(location?.serviceURL == "https://pushassets.blob.core.windows.net")
  }

  @Test(arguments: [
    ("", "c", "https://h"), ("A", "c", "https://h"), ("a/b", "c", "https://h"), ("a", "", "https://h"),
    ("a", "..", "https://h"), ("a", "c/d", "https://h"), ("a", "c", "ftp://h"), ("a", "c", "https://h/"),
    ("a", "c", "https://h?x"), ("a", "c", "https://u@h"), ("a", "c", "http://h.example.com"), ("a\n", "c", "https://h"),
  ])
  func othersAreNone(account: String, container: String, serviceURL: String) {
    #expect(AzureLocation(account: account, container: container, serviceURL: serviceURL) == nil)
  }

  @Test func plainHTTPIsForServersOfOnesOwn() {
    #expect(AzureLocation(account: "a", container: "c", serviceURL: "http://127.0.0.1:10000/a") != nil)
  }

  /// What pipeline.yml says of a service, where the account is, and what serves the blobs.
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
