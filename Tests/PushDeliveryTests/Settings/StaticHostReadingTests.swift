import Findings
import PushDelivery
import TestSupport
import Testing

@Suite struct StaticHostReadingTests {
  private func read(_ headers: String) -> Checked<PipelineConfiguration> {
    PipelineFile.standard.read("publish: [{to: directory, path: public, headers: \(headers)}]")
  }

  @Test(arguments: [
    ("netlify", [StaticHost.netlify]), ("[nginx]", [.nginx]), ("[firebase, netlify]", [.firebase, .netlify]),
    ("[]", []),
  ])
  func isOneHostOrAList(headers: String, hosts: [StaticHost]) {
    let expected = PipelineConfiguration(
      destinations: [DestinationSettings(place: DirectoryPlace(path: "public", headers: hosts))])
    #expect(read(headers) == Checked(expected))
  }

  @Test(arguments: [
    ("apache", "publish[0].headers configuration.value"),
    ("[nginx, apache]", "publish[0].headers[1] configuration.value"),
    ("[nginx, nginx]", "publish[0].headers[1] configuration.value"),
    ("{nginx: yes}", "publish[0].headers configuration.type"),
  ])
  func saysWhatIsWrong(headers: String, problem: String) {
    let checked = read(headers)
    #expect(checked.value == nil)
    #expect(checked.diagnostics.map { "\($0.subject.keyPath ?? "") \($0.rule)" } == [problem])
  }
}
