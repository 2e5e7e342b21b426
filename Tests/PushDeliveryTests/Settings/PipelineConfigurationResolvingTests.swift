import Findings
import PushDelivery
import TestSupport
import Testing

@Suite struct PipelineConfigurationResolvingTests {
  let configuration = PipelineConfiguration(
    jobs: .fixed(2),
    destinations: [
      DestinationSettings(name: "web", place: DirectoryPlace(path: "public", headers: [.nginx])),
      DestinationSettings(name: "other", place: DirectoryPlace(path: "other"), baseURL: "https://other.example.com/"),
    ])

  @Test func nothingSaidChangesNothing() {
    #expect(configuration.applying(ConfigurationOverrides()) == configuration)
    #expect(configuration.applying(ConfigurationOverrides([.noCache: "false"])) == configuration)
  }

  @Test func overridesWin() {
    let overrides = ConfigurationOverrides([
      .output: "out", .baseURL: "https://a.example.com/", .requests: "send", .jobs: "auto", .noCache: "true",
    ])
    let expected = PipelineConfiguration(
      jobs: .automatic, cache: CacheSettings(path: nil),
      destinations: [
        DestinationSettings(
          name: "web", place: DirectoryPlace(path: "out", headers: [.nginx]), baseURL: "https://a.example.com/"),
        configuration.destinations[1],
      ],
      requestFolder: "send")
    #expect(configuration.applying(overrides) == expected)
  }

  @Test func aMissingBaseURLNamesAllItsSources() {
    let expected = Diagnostic(
      "configuration.missing-key", .error, .init(.configuration, "c.yml", keyPath: "publish[0].base-url"),
      "the base URL is missing: requests need the address of the pictures",
      remedy: "write `base-url` under `publish`, give --base-url, or set RICHPUSH_BASE_URL")
    #expect(configuration.resolvedDestination(file: "c.yml") == Checked(nil, [expected]))
    #expect(PipelineConfiguration(destinations: []).resolvedDestination(file: "c.yml") == Checked(nil, [expected]))
  }

  @Test func resolvesTheDestination() {
    let resolved = configuration.applying(ConfigurationOverrides([.baseURL: "https://a/"])).resolvedDestination().value
    #expect(resolved?.name == "web")
    #expect(resolved?.place as? DirectoryPlace == DirectoryPlace(path: "public", headers: [.nginx]))
    #expect(resolved?.baseURL == "https://a/")
  }

  /// A store of a private network by plain http: it is not known from where phones load.
  @Test(arguments: [
    "to: s3, name: m, endpoint: \"http://10.9.9.9\", bucket: push, region: eu-west-1",
    "to: azure, name: m, endpoint: \"http://azurite:10000\", account: pushassets, container: pictures",
  ])
  func aPrivateStoreNeedsABaseURL(destination: String) throws {
    let text = "publish:\n- {\(destination)}\n"
    let configuration = try #require(PipelineFile.standard.read(text, file: "c.yml").value)
    let refused = configuration.resolvedDestination(file: "c.yml")
    #expect(refused.value == nil)
    #expect(refused.diagnostics.map(\.rule) == ["configuration.conflict"])
    #expect(refused.diagnostics.map(\.subject.keyPath) == ["publish.endpoint"])
    #expect(refused.diagnostics.first?.message.hasPrefix("the destination `m` has no base-url, and ") == true)
    #expect(refused.diagnostics.first?.remedy.hasPrefix("write `base-url` next to `endpoint`: ") == true)
    let said = configuration.applying(ConfigurationOverrides([.baseURL: "https://cdn.example.com/"]))
    #expect(said.resolvedDestination(file: "c.yml").value?.baseURL == "https://cdn.example.com/")
  }

  @Test func aStoreOfThisMachineServesItself() throws {
    let text = "publish:\n- {to: s3, endpoint: \"http://127.0.0.1:9000\", bucket: push, region: eu-west-1}\n"
    let configuration = try #require(PipelineFile.standard.read(text).value)
    #expect(configuration.resolvedDestination().value?.baseURL == "http://127.0.0.1:9000/push/")
  }
}
