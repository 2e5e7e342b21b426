import Findings
import PushDelivery
import TestSupport
import Testing

/// The section `compose` of pipeline.yml.
@Suite struct ComposeReadingTests {
  private func read(_ section: String) -> Checked<PipelineConfiguration> {
    PipelineFile.standard.read("compose: \(section)")
  }

  @Test func leftOutThereIsOneFileForEachRequest() {
    #expect(PipelineConfiguration().compose == ComposeSettings(forms: [.fcmV1]))
    #expect(read("{}") == Checked(PipelineConfiguration()))
  }

  @Test func namesEveryFormat() {
    let names = RequestForm.all.map(\.name)
    #expect(names == ["fcm-v1", "fcm-v1-jsonl", "curl", "admin", "apns", "webpush"])
    let settings = ComposeSettings(
      forms: RequestForm.all, project: ProjectIdentifier(rawValue: "shop-1"), hasValidateOnlyTwins: true)
    let text = "{formats: [\(names.joined(separator: ", "))], project: shop-1, validate-only: true}"
    #expect(read(text) == Checked(PipelineConfiguration(compose: settings)))
    #expect(read("{formats: curl}") == Checked(PipelineConfiguration(compose: ComposeSettings(forms: [.curl]))))
  }

  @Test func standsBesideTheOlderKeysOfRequests() {
    let checked = PipelineFile.standard.read(
      "compose: {formats: [admin]}\nrequests: {link-data-key: link, webpush-image-header: true}")
    let settings = ComposeSettings(linkDataKey: "link", webpushImageHeader: true, forms: [.admin])
    #expect(checked == Checked(PipelineConfiguration(compose: settings)))
  }

  @Test(arguments: [
    ("{formats: [fcm]}", "compose.formats[0] configuration.value"),
    ("{formats: [curl, curl]}", "compose.formats[1] configuration.value"),
    ("{formats: []}", "compose.formats configuration.value"),
    ("{formats: {curl: yes}}", "compose.formats configuration.type"),
    ("{project: My Shop}", "compose.project configuration.value"),
    ("{project: \"shop/v1\"}", "compose.project configuration.value"),
    ("{validate-only: maybe}", "compose.validate-only configuration.type"),
    ("{validate-only: true, formats: [apns, admin]}", "compose.validate-only configuration.conflict"),
    ("{format: curl}", "compose.format configuration.unknown-key"),
  ])
  func saysWhatIsWrong(section: String, problem: String) {
    let checked = read(section)
    #expect(checked.value == nil)
    #expect(checked.diagnostics.map { "\($0.subject.keyPath ?? "") \($0.rule)" } == [problem])
  }

  @Test func aMissingProjectIsSaidForTheFormatsThatNameIt() {
    var configuration = PipelineConfiguration(compose: ComposeSettings(forms: [.fcmV1, .curl]))
    let problems = configuration.missingProject(file: "p.yml")
    #expect(
      problems.map { "\($0.subject.name) \($0.subject.keyPath ?? "") \($0.rule)" } == [
        "p.yml compose.project configuration.missing-key"
      ])
    #expect(problems.allSatisfy { $0.message.contains("`curl`") && $0.remedy.contains("RICHPUSH_PROJECT") })
    configuration = configuration.applying(.init([.project: "shop-1"]))
    #expect(configuration.missingProject() == [])
    #expect(PipelineConfiguration().missingProject() == [])
  }
}
