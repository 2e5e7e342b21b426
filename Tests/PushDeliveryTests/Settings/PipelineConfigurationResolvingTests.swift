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
    #expect(configuration.applying(ConfigurationOverrides(noCache: false)) == configuration)
  }

  @Test func overridesWin() {
    let overrides = ConfigurationOverrides(
      output: "out", baseURL: "https://a.example.com/", requests: "send", jobs: .automatic,
      noCache: true)
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
      "no base URL is known, so requests cannot say where the pictures are",
      remedy: "write `base-url` under `publish`, give --base-url, or set RICHPUSH_BASE_URL")
    #expect(configuration.resolvedDestination(file: "c.yml") == Checked(nil, [expected]))
    #expect(PipelineConfiguration(destinations: []).resolvedDestination(file: "c.yml") == Checked(nil, [expected]))
  }

  @Test func resolvesTheDestination() {
    let resolved = configuration.applying(ConfigurationOverrides(baseURL: "https://a/")).resolvedDestination().value
    #expect(resolved?.name == "web")
    #expect(resolved?.place as? DirectoryPlace == DirectoryPlace(path: "public", headers: [.nginx]))
    #expect(resolved?.baseURL == "https://a/")
  }
}
