import Findings
import PushDelivery
import TestSupport
import Testing

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

  @Test(arguments: [
    ("container: abc", "account", "configuration.missing-key"),
    ("account: push", "container", "configuration.missing-key"),
    ("account: Push, container: abc", "account", "configuration.value"),
    ("account: pu, container: abc", "account", "configuration.value"),
    ("account: push.blob.core.windows.net, container: abc", "account", "configuration.value"),
    ("account: push, container: ab", "container", "configuration.value"),
    ("account: push, container: a--b", "container", "configuration.value"),
    ("account: push, container: a-", "container", "configuration.value"),
    ("account: push, container: $logs", "container", "configuration.value"),
    ("account: push, container: abc, prefix: ../a", "prefix", "configuration.value"),
    ("account: push, container: abc, endpoint: http://push.example.com", "endpoint", "configuration.value"),
    ("account: push, container: abc, endpoint: https://a.example.com/push", "endpoint", "configuration.value"),
    ("account: push, container: abc, endpoint: https://blob.core.windows.net", "endpoint", "configuration.value"),
    ("account: push, container: abc, region: eu-west-1", "region", "configuration.conflict"),
    ("account: push, container: abc, key: x", "key", "configuration.unknown-key"),
  ])
  func refuses(_ text: String, _ key: String, _ rule: String) {
    let found = read(text).diagnostics
    #expect(found.map { "\($0.rule)" } == [rule])
    #expect(found.first?.subject.keyPath == "publish[0].\(key)")
  }

  @Test func whatIsMissingInAnEndpointIsSaid() {
    let found = read("account: push, container: abc, endpoint: https://blob.core.usgovcloudapi.net").diagnostics
    #expect(found.first?.remedy == "write https://push.blob.core.usgovcloudapi.net")
  }
}
