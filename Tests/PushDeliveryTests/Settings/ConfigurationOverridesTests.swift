import Findings
import PushDelivery
import TestSupport
import Testing

@Suite struct ConfigurationOverridesTests {
  @Test func readsEveryVariable() {
    let environment = [
      "RICHPUSH_OUTPUT": "out", "RICHPUSH_BASE_URL": "https://a.example.com/b", "RICHPUSH_REQUESTS": "send",
      "RICHPUSH_REPORT": "report.json", "RICHPUSH_FORMAT": "json", "RICHPUSH_JOBS": "auto",
      "RICHPUSH_CONFIG": "other.yml", "RICHPUSH_NO_CACHE": "1", "RICHPUSH_TRIAL": "true", "RICHPUSH_PROJECT": "shop-1",
      "PATH": "/bin",
    ]
    let expected: [Setting: String] = [
      .output: "out", .baseURL: "https://a.example.com/b/", .requests: "send", .project: "shop-1",
      .report: "report.json", .format: "json", .jobs: "auto", .config: "other.yml", .noCache: "true", .trial: "true",
    ]
    let read = ConfigurationOverrides.read(environment: environment)
    #expect(read.findings == [] && read.overrides.variables == expected)
    #expect(read.overrides.origin(of: .jobs, file: "pipeline.yml") == .init(.configuration, "RICHPUSH_JOBS"))
  }

  @Test func anEmptyVariableSaysNothing() {
    let environment = ["RICHPUSH_OUTPUT": "", "RICHPUSH_BASE_URL": "", "RICHPUSH_JOBS": "", "RICHPUSH_NO_CACHE": ""]
    #expect(ConfigurationOverrides.read(environment: environment) == (ConfigurationOverrides(), []))
  }

  @Test(arguments: [
    ("RICHPUSH_BASEURL", "RICHPUSH_BASE_URL"), ("RICHPUSH_PROJEKT", "RICHPUSH_PROJECT"),
    ("RICHPUSH_TRAIL", "RICHPUSH_TRIAL"), ("RICHPUSH_JOB", "RICHPUSH_JOBS"), ("richpush_output", "RICHPUSH_OUTPUT"),
    ("RICHPUSH_CONTAKT_SHEETS", "RICHPUSH_CONTACT_SHEET"), ("RICHPUSH_CACHE_TOKN", "RICHPUSH_CACHE_TOKEN"),
  ])
  func aMisspelledVariableIsAnErrorWithTheRightName(name: String, meant: String) {
    let found = ConfigurationOverrides.unknownVariables(in: [name: "1"])
    #expect(
      found == [
        Diagnostic(
          .configurationUnknownKey, .init(.configuration, name), "there is no variable of this name",
          remedy: "write `\(meant)`, or unset it")
      ])
  }

  @Test(arguments: ["EXPORT", "IMPORT", "HOME", "PROJECT_ID", "OUTPUT_FOLDER", "SITE", "VERSION"])
  func anyOtherVariableIsANote(name: String) {
    let found = ConfigurationOverrides.unknownVariables(in: ["RICHPUSH_" + name: "1", "TEST_CORPUS": "1"])
    #expect(found.map(\.rule) == [Incident.configurationUnknownVariable.id])
    #expect(found.map(\.subject.name) == ["RICHPUSH_" + name] && found.map(\.severity) == [.note])
  }

  @Test func variablesThatAreReadOrEmptyAreNoFinding() {
    let names =
      Setting.allCases.map(\.variable) + ["RICHPUSH_CACHE_TOKEN", "RICHPUSH_PACKAGE", "RICHPUSH_PACKAGE_SHA256"]
    let environment = Dictionary(uniqueKeysWithValues: names.map { ($0, "x") }).merging(["RICHPUSH_NONSENSE": ""]) {
      $1
    }
    #expect(ConfigurationOverrides.unknownVariables(in: environment) == [])
  }

  @Test func badVariablesAreNamed() {
    let environment = [
      "RICHPUSH_NO_CACHE": "maybe", "RICHPUSH_JOBS": "0", "RICHPUSH_BASE_URL": "example.com", "RICHPUSH_OUTPUT": "a\nb",
    ]
    let (overrides, findings) = ConfigurationOverrides.read(environment: environment)
    #expect(overrides[.jobs] == nil && overrides[.output] == nil)
    #expect(
      findings.map(\.subject) == [
        .init(.configuration, "RICHPUSH_OUTPUT"), .init(.configuration, "RICHPUSH_BASE_URL"),
        .init(.configuration, "RICHPUSH_JOBS"), .init(.configuration, "RICHPUSH_NO_CACHE"),
      ])
    #expect(
      findings[2]
        == Diagnostic(
          "configuration.value", .error, .init(.configuration, "RICHPUSH_JOBS"), "`0` is no number of jobs",
          remedy: "give `auto` or a number from 1 to 64"))
  }

  @Test func flagsAreReadAlike() {
    let good = ConfigurationOverrides.read(flags: [.jobs: "3", .noCache: "true", .baseURL: "http://localhost"])
    #expect(good == (ConfigurationOverrides([.baseURL: "http://localhost/", .jobs: "3", .noCache: "true"]), []))
    let bad = ConfigurationOverrides.read(flags: [.output: "", .baseURL: "x", .project: "My Shop"])
    #expect(bad.findings.map(\.subject.name) == ["--output", "--base-url", "--project"])
  }

  @Test func everyProblemOfABaseURLIsSaid() {
    let subject = Diagnostic.Subject(.configuration, "--base-url")
    var problems: [Diagnostic] = []
    #expect(BaseURL("ftp://me@a.example.com/", subject: subject, reporting: &problems) == nil)
    #expect(problems.count == 2)
    let expected = problems.map { Diagnostic("configuration.value", .error, $0.subject, $0.message, remedy: $0.remedy) }
    #expect(ConfigurationOverrides.read(flags: [.baseURL: "ftp://me@a.example.com/"]).findings == expected)
  }

  /// A wrong variable in the place of a flag does no harm.
  @Test func aFlagWins() {
    let environment = ["RICHPUSH_OUTPUT": "b", "RICHPUSH_BASE_URL": "https://b.net/", "RICHPUSH_JOBS": "many"]
    let (overrides, findings) = ConfigurationOverrides.read(
      flags: [.output: "a", .jobs: "2"], environment: environment)
    #expect([overrides[.output], overrides[.baseURL], overrides[.jobs]] == ["a", "https://b.net/", "2"])
    #expect(overrides.variables == [.baseURL: "https://b.net/"] && findings == [])
    let names = [Setting.output, .baseURL, .report].map { overrides.origin(of: $0, file: "pipeline.yml").name }
    #expect(names == ["--output", "RICHPUSH_BASE_URL", "pipeline.yml"])
  }

  /// Machines that share a run share its cache.
  @Test func theSharedCacheIsAmongWhatDecidesResults() throws {
    let said = ConfigurationOverrides.read(
      flags: [.cacheURL: "s3://push-assets/cache", .cacheMode: "read-only", .jobs: "2"]
    ).overrides
    #expect(said.decidingResults == [.cacheURL: "s3://push-assets/cache", .cacheMode: "read-only"])
  }
}

@Suite struct JobCountTests {
  @Test func readsAutoAndNumbers() {
    #expect(JobCount("auto") == .automatic)
    #expect(JobCount("1") == .fixed(1))
    #expect(JobCount("64") == .fixed(64))
  }

  @Test(arguments: ["", "0", "65", "-1", "two", "Auto", "4 ", "99999999999999999999"])
  func refusesAnythingElse(_ text: String) { #expect(JobCount(text) == nil) }

  @Test func automaticIsOneForEachProcessor() {
    #expect(JobCount.automatic.count(processors: 8) == 8)
    #expect(JobCount.automatic.count(processors: 0) == 1)
    #expect(JobCount.automatic.count(processors: 1_000) == 64)
    #expect(JobCount.fixed(3).count(processors: 8) == 3)
  }
}

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
