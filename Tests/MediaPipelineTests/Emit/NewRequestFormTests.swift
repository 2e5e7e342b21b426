import Findings
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// A new form of requests is a value in its own file, and its name in the list of forms: pipeline.yml may ask for it, it is written into
/// the request folder and named in the index.
@Suite struct NewRequestFormTests {
  /// The title and the project; it has no words for an empty title.
  private static let titles = RequestForm(
    "titles", at: .each(folder: "titles/", suffix: ".txt"), hasValidateOnlyTwin: true, needsProject: true,
    headers: { ["id": $0.id.rawValue] },
    bytes: { (request, isValidateOnly, project) throws(FormatError) in
      let path = ["notification", "title"]
      guard let title = request.message[path[0]]?[path[1]]?.text, title != "?" else {
        throw FormatError(path: path, reason: "nobody would see it")
      }
      return Array("\(project)\(isValidateOnly ? " (check)" : ""): \(title)".utf8)
    })

  private static let forms = RequestForm.all + [titles]
  private static let file = PipelineFile(destinations: Destinations.all, forms: forms)
  private static let text = "compose: {formats: [fcm-v1, titles], project: shop-1, validate-only: true}"

  private func composer(_ text: String = text) throws -> RequestComposer {
    RequestComposer(settings: try #require(Self.file.read(text).value).compose)
  }

  private func compose(_ title: String, _ composer: RequestComposer) -> Checked<ComposedRequest> {
    let message = CampaignMessage(id: "sale", title: title, target: .topic("t"), origin: .init(.message, "sale"))
    return composer.compose(message, media: nil)
  }

  private func commit(_ composer: RequestComposer, to folder: TemporaryFolder) throws -> RequestFolder.Change {
    let requests = RequestFolder(path: folder.absolute("payloads"), forms: Self.forms)
    var draft = try RequestFolderDraft(requests, writers: composer.writers, assets: [])
    try draft.add(RequestBatch(try #require(compose("Half price", composer).value)))
    return try draft.commit()
  }

  @Test func pipelineMayAskForIt() throws {
    #expect(try composer().writers.map { "\($0.form) \($0.isValidateOnly)" }.count == 4)
    let unknown = Destinations.file.read(Self.text)
    #expect(unknown.diagnostics.map(\.rule) == ["configuration.value"])
    let alone = Self.file.read("compose: {formats: titles}")
    #expect(alone.value?.missingProject().first?.message.contains("`titles`") == true)
  }

  @Test func itIsWrittenAndNamedInTheIndex() throws {
    let folder = TemporaryFolder()
    let change = try commit(try composer(), to: folder)
    #expect(
      change.written == [
        "index.json", "sale.json", "titles/sale.txt", "validate-only/sale.json", "validate-only/titles/sale.txt",
      ])
    #expect(try folder.text(of: "payloads/titles/sale.txt") == "shop-1: Half price")
    #expect(try folder.text(of: "payloads/validate-only/titles/sale.txt") == "shop-1 (check): Half price")
    let entry = try #require(try JSON(folder.text(of: "payloads/index.json"))["requests"].elements.first)
    let forms = entry["forms"].elements.filter { $0["format"] == "titles" }
    #expect(forms.map { $0["file"].string } == ["titles/sale.txt", "validate-only/titles/sale.txt"])
    #expect(forms.map { $0["headers"]["id"] } == ["sale", "sale"] && forms.last?["validate_only"] == true)
  }

  @Test func whatIsNoLongerWantedBecomesStale() throws {
    let folder = TemporaryFolder()
    _ = try commit(try composer(), to: folder)
    let change = try commit(try composer("compose: {formats: [fcm-v1]}"), to: folder)
    #expect(change.withdrawn == ["titles/sale.txt", "validate-only/sale.json", "validate-only/titles/sale.txt"])
    #expect(try folder.text(of: "payloads/stale/titles/sale.txt") == "shop-1: Half price")
  }

  @Test func whatItCannotExpressIsRefused() throws {
    let refused = compose("?", try composer())
    #expect(refused.value == nil)
    #expect(refused.diagnostics.map(\.rule) == ["message.format"])
    #expect(refused.diagnostics[0].message.hasPrefix("`notification.title` cannot be said in the form `titles`"))
  }
}
