import Findings
import PushDelivery
import TestSupport
import Testing

@Suite struct RequestFormTests {
  private let request: ComposedRequest

  init() throws {
    var diagnostics: [Diagnostic] = []
    let message = try Message(to: .topic("news"), ["notification": ["title": "T"]])
    let id = try #require(MessageIdentifier(rawValue: "sale"))
    request = try #require(ComposedRequest(message, id: id, subject: .init(.message, "sale"), reporting: &diagnostics))
  }

  private let project = ProjectIdentifier(rawValue: "shop-1")

  @Test func everyFormHasItsPlace() throws {
    let written = try WrittenForms([request], as: RequestForm.all, hasValidateOnlyTwins: true)
    #expect(
      try written.folder.files() == [
        "admin/messages.jsonl", "admin/send.mjs", "admin/send.py", "apns/sale.json", "curl/sale.sh", "requests.jsonl",
        "sale.json", "validate-only/curl/sale.sh", "validate-only/requests.jsonl", "validate-only/sale.json",
        "webpush/sale.json",
      ])
  }

  @Test func richpushOwnsWhatItWritesAndNoMore() throws {
    let composer = RequestComposer(
      settings: ComposeSettings(forms: RequestForm.all, project: project, hasValidateOnlyTwins: true))
    let layout = RequestFolderLayout()
    let paths = try composer.writers.flatMap { try [$0.file(of: request).path] + $0.sharedFiles.map(\.path) }
    for path in paths {
      let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
      let (folder, name) = (String(path[..<slash]), String(path[slash...]))
      #expect(layout.folders.contains(folder))
      #expect(layout.owns(name, in: folder))
      #expect(!layout.owns("." + name, in: folder))
      #expect(!layout.owns(name + "~", in: folder))
    }
    #expect(layout.owns("index.json", in: ""))
    #expect(!layout.owns("messages.jsonl", in: "validate-only/"))
    #expect(!layout.owns("a.json", in: "curl/"))
  }

  @Test func linesAndFilesSayTheSame() throws {
    let requests = try HostileMessage.requests(20, seed: 1)
    #expect(requests.count == 20)
    let written = try WrittenForms(requests, as: [.fcmV1, .fcmV1Lines], hasValidateOnlyTwins: true)
    for folder in ["", "validate-only/"] {
      let lines = try written.folder.text(of: folder + "requests.jsonl").split(
        separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count == 21 && lines.last == "")
      for (index, line) in lines.dropLast().enumerated() {
        let file = try JSONValue(text: try written.folder.text(of: "\(folder)m\(index).json"))
        #expect(try JSONValue(text: String(line)) == file)
        #expect(file["validate_only"] == (folder.isEmpty ? nil : true))
        #expect(file["message"] == requests[index].message)
      }
    }
  }

  @Test func aProjectIsNeededWhereItIsNamed() {
    for form in RequestForm.all {
      let settings = ComposeSettings(forms: [.fcmV1, form])
      #expect(form.needsProject == (form == .curl))
      #expect(settings.lacksProject == form.needsProject)
      #expect(RequestComposer(settings: settings).writers.count == (form.needsProject ? 1 : 2))
      let complete = ComposeSettings(forms: [form], project: project)
      #expect(!complete.lacksProject && RequestComposer(settings: complete).writers.map(\.form) == [form])
    }
  }

  @Test func namesAndPlacesAreDistinct() {
    #expect(Set(RequestForm.all.map(\.name)).count == RequestForm.all.count)
    #expect(Set(RequestForm.all.map(\.place)).count == RequestForm.all.count)
  }

  @Test(arguments: ["", "abc", "Shop", "shop/../x", "shop 1", "shop'1", "$(id)", "shöp-1", "a\nb-cd", "-shop"])
  func projectsAreWordsThatNeedNoQuoting(_ text: String) { #expect(ProjectIdentifier(rawValue: text) == nil) }

  @Test(arguments: ["shop-1", "example.com:shop-1", "123456789012"])
  func projectsMayBeOldOnesAndNumbers(_ text: String) { #expect(ProjectIdentifier(rawValue: text)?.rawValue == text) }
}
