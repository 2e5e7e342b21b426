import Findings
import Foundation
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

  @Test func projectsAreWordsThatNeedNoQuoting() {
    for text in ["", "abc", "Shop", "shop/../x", "shop 1", "shop'1", "$(id)", "shöp-1", "a\nb-cd", "-shop"] {
      #expect(ProjectIdentifier(rawValue: text) == nil, "\(text)")
    }
    for text in ["shop-1", "example.com:shop-1", "123456789012"] {
      #expect(ProjectIdentifier(rawValue: text)?.rawValue == text)
    }
  }
}

@Suite struct ComposedRequestTests {
  let subject = Diagnostic.Subject(.message, "m")
  let text: JSONValue = ["title": "T"]

  @Test func anAlertOfThePayloadReplacesTheWords() throws {
    let visible: [JSONValue] = ["T", ["title": "T"], ["body": "B"], ["loc-key": "K"]]
    for alert in visible { #expect(try rules(message(alert: alert)) == []) }
    let invisible: [JSONValue] = ["", " ", [:], ["title": "\u{200B}"], ["title": 1], 1]
    for alert in invisible { #expect(try rules(message(alert: alert)) == ["ios.alert-text"]) }
  }

  @Test func looksAtDataKeysOfEveryPlatform() throws {
    let message = try Message(
      to: .fid("f"),
      ["data": ["from": "a"], "android_v2": ["data": ["gcm.x": "b"]], "webpush": ["data": ["google_x": "c"]]])
    var diagnostics: [Diagnostic] = []
    #expect(ComposedRequest(message, id: .m, subject: subject, reporting: &diagnostics) == nil)
    #expect(diagnostics.map(\.rule) == ["message.data-key", "message.data-key", "message.data-key"])
    #expect(diagnostics.map(\.severity) == [.error, .error, .warning])
  }

  @Test func refusesNumbersWithoutAJSONForm() {
    let overrides = MessageOverrides(apns: ["payload": ["x": .number(.infinity)]])
    let message = CampaignMessage(id: "m", title: "T", target: .fid("f"), overrides: overrides, origin: subject)
    #expect(RequestComposer().compose(message, media: nil).diagnostics.map(\.rule) == ["message.json"])
  }

  @Test func limitsThePayload() throws {
    // Apple's is the largest: 300 bytes besides this JSON.
    let full = 4096 - 300 - #"{"aps":{"alert":{"title":""}}}"#.utf8.count
    #expect(try severities(titleLength: full, .fid("f")) == [])
    #expect(try severities(titleLength: full + 1, .fid("f")) == [.error])
    #expect(try severities(titleLength: full - 2048, .topic("t")) == [])
    #expect(try severities(titleLength: full - 2047, .topic("t")) == [.warning])
    #expect(try severities(titleLength: full, .condition("'t' in topics")) == [.warning])
    #expect(try severities(titleLength: full + 1, .topic("t")) == [.error])
  }

  private func message(alert: JSONValue) -> JSONValue {
    ["notification": text, "apns": ["payload": ["aps": ["alert": alert]]]]
  }

  private func severities(titleLength: Int, _ target: MessageTarget) throws -> [Diagnostic.Severity] {
    var diagnostics: [Diagnostic] = []
    let title = String(repeating: "T", count: titleLength)
    let request = try ComposedRequest(
      Message(to: target, ["notification": ["title": .string(title)]]), id: .m, subject: subject,
      reporting: &diagnostics)
    #expect((request == nil) == diagnostics.contains { $0.severity == .error })
    // No title of so many letters is shown whole.
    let sizes = diagnostics.filter { $0.rule != "message.long-title" }
    #expect(sizes.allSatisfy { $0.rule == "message.size" })
    return sizes.map(\.severity)
  }

  private func rules(_ fields: JSONValue) throws -> [RuleIdentifier] {
    var diagnostics: [Diagnostic] = []
    let message = try Message(to: .fid("f"), fields)
    let request = ComposedRequest(message, id: .m, subject: subject, reporting: &diagnostics)
    #expect((request == nil) == !diagnostics.isEmpty)
    return diagnostics.map(\.rule)
  }
}

@Suite struct MessageMediaTests {
  let still = AssetURL<EveryClient>(rawValue: "https://e.com/a.jpg")!
  let motion = AssetURL<AppleSystems>(rawValue: "https://e.com/a.gif")!

  @Test func appleGetsTheStillUnlessSomethingMoves() {
    #expect(MessageMedia(still: still).apple == AssetURL<AppleSystems>(still))
    #expect(MessageMedia(still: still, motion: motion).apple == motion)
  }

  @Test func theStillIsNamedFirst() {
    #expect(MessageMedia(still: still).urls == ["https://e.com/a.jpg"])
    #expect(MessageMedia(still: still, motion: motion).urls == ["https://e.com/a.jpg", "https://e.com/a.gif"])
  }
}

@Suite struct MessageDefaultsTests {
  let defaults = MessageDefaults(title: "T", body: "B", target: .topic("all"), link: "https://e.com/")
  let origin = Diagnostic.Subject(.message, "m")

  @Test func fillWhatIsMissing() {
    let message = CampaignMessage(id: "m", media: "a.jpg", target: .fid("f"), origin: origin)
    #expect(
      defaults.applied(to: message)
        == CampaignMessage(
          id: "m", media: "a.jpg", title: "T", body: "B", target: .fid("f"), link: "https://e.com/", origin: origin))
  }

  @Test func keepWhatIsWritten() {
    let message = CampaignMessage(
      id: "m", title: "", body: "own", target: .fid("f"), link: "https://own.example/", origin: origin)
    #expect(defaults.applied(to: message) == message)
    #expect(MessageDefaults().applied(to: message) == message)
  }
}

@Suite struct DeliveryProofTests {
  @Test func aRequestIsProvenWhereAllItsURLsAre() {
    let some = ProvenURLs.only(["a", "b"])
    #expect(some.proof(of: ["a", "b"]) == .proven)
    #expect(some.proof(of: ["a", "c"]) == .unproven)
    #expect(some.proof(of: []) == .proven)
    #expect(ProvenURLs.all.proof(of: ["c"]) == .proven)
  }
}
