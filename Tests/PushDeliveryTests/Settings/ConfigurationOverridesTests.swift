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
