import Findings
import Foundation
import MediaPipeline
import PushDelivery
import Synchronization
import TestSupport
import Testing

/// A destination that there is nowhere else: one type, and one line in the list.
private struct ShelfPlace: OpenablePlace {
  var shelf = ""

  static let grammar = DestinationGrammar(
    kind: "shelf", noun: "a shelf", template: ["to", "shelf"], section: section
  ) { $0 }

  /// The handbook, with two sections more.
  private static let page = HandbookPage(
    text: EmbeddedFile.text("handbook/pipeline.md") + """

      ## publish.shelf

      keys

      A shelf.

      ## publish.shelf.shelf

      text · required

      What the shelf is called.

      """)

  private static let section = Section(
    DestinationDraft(ShelfPlace(), verification: .off), at: HandbookPlace(page, ["publish.shelf", "publish"])
  ) {
    Key.to("shelf")
    Key.name()
    Key("shelf", \.place.shelf, .text).required.example(.written("upper"))
    Key.verify()
    Key.baseURL(example: "https://shelf.example.com/")
  }

  var ownBaseURL: String? { "https://shelf.example.com/\(shelf)/" }

  func open(_ access: DestinationAccess) throws(ObjectStoreError) -> any Destination {
    guard access.environment["SHELF_KEY"] != nil else { throw .unusable("nobody has its key") }
    return Shelf.named(shelf)
  }
}

/// The files on a shelf.
private final class Shelf: Destination {
  private let names = Mutex<[String]>([])
  private let name: String

  private init(_ name: String) { self.name = name }

  private static let shelves = Mutex<[String: Shelf]>([:])

  static func named(_ name: String) -> Shelf {
    shelves.withLock { shelves in
      let shelf = shelves[name] ?? Shelf(name)
      shelves[name] = shelf
      return shelf
    }
  }

  var recordedURLs: PublicURLs? {
    var problems: [Diagnostic] = []
    let url = "https://shelf.example.com/\(name)/"
    return BaseURL(url, subject: .init(.destination, url), reporting: &problems).map { .folder($0) }
  }

  var contents: [String] { names.withLock { $0 } }

  func publish(_ rendition: some PublishableRendition, slug: String) async throws(PublishError) -> PublishedAsset {
    let file = PublishedAsset.name(slug: slug, rendition: rendition)
    names.withLock { $0.append(file) }
    return PublishedAsset(name: file, url: "https://shelf.example.com/\(name)/\(file)", wasWritten: true)
  }
}

/// A new kind of destination goes through the one door, and everything knows it.
@Suite(.timeLimit(.minutes(10))) struct NewDestinationTests {
  private let file = PipelineFile(destinations: Destinations.all + [ShelfPlace.self])

  private func read(_ keys: String) -> Checked<PipelineConfiguration> { file.read("publish: [{to: shelf, \(keys)}]") }

  @Test func itIsReadFromYAML() {
    let expected = DestinationSettings(
      name: "shelf", place: ShelfPlace(shelf: "upper"), baseURL: "https://shelf.example.com/upper/")
    #expect(read("shelf: upper") == Checked(PipelineConfiguration(destinations: [expected])))
    #expect(PipelineFile(destinations: Destinations.all).read("publish: [{to: shelf, shelf: upper}]").value == nil)
  }

  @Test func itIsInSchemaAndTemplate() throws {
    let schema = try JSONDecoder().decode(JSONValue.self, from: Data(file.schema))
    guard case .array(let kinds) = schema["properties"]?["publish"]?["items"]?["anyOf"] else {
      Issue.record("the schema has no kinds")
      return
    }
    #expect(kinds.count == Destinations.all.count + 1)
    #expect(kinds.last?["properties"]?["shelf"]?["description"] == "What the shelf is called.")
    #expect(kinds.last?["required"] == ["shelf", "to"])
    #expect(file.template.contains("  # A shelf.\n  # - to: shelf\n  #   shelf: upper\n"))
  }

  @Test func diagnosticsNameIt() {
    #expect(
      read("shelf: upper, bucket: b").diagnostics.map(\.message) == [
        "the key would do nothing: a destination of the kind shelf has none"
      ])
    #expect(read("").diagnostics.map(\.subject.keyPath) == ["publish[0].shelf"])
    #expect(
      file.read("publish: [{to: shlef}]").diagnostics.map(\.message) == [
        "`shlef` is not one of `directory`, `s3`, `gcs`, `azure`, `shelf`"
      ])
    #expect(
      file.read("publish: [{to: gcs, bucket: push, shelf: a}]").diagnostics.map(\.message) == [
        "the key would do nothing: a destination of the kind gcs has none"
      ])
    let configuration = read("shelf: upper").value?.applying(ConfigurationOverrides([.output: "a"]))
    #expect(
      configuration?.resolvedDestination(output: "a").diagnostics.map(\.message) == [
        "the destination `shelf` is a shelf, and nothing is published to a folder"
      ])
  }

  @Test func itIsOpenedAndPublishedTo() async throws {
    let shelf = "shelf-\(UUID().uuidString)"
    let report = try await run(shelf, environment: ["SHELF_KEY": "x"])
    #expect(report.totals.errors == 0 && report.totals.published == 1)
    #expect(report.assets.flatMap(\.renditions).map(\.path) == Shelf.named(shelf).contents)
    #expect(
      report.assets.flatMap(\.renditions).compactMap(\.url).allSatisfy {
        $0.hasPrefix("https://shelf.example.com/\(shelf)/logo.")
      })
  }

  @Test func whatKeepsItShutIsSaidOfIt() async throws {
    let error = await #expect(throws: PipelineError.self) { try await run("locked", environment: [:]) }
    guard case .campaign(let diagnostics)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(diagnostics.map(\.subject) == [.init(.destination, "shelf")])
    #expect(diagnostics.map(\.message) == ["the destination cannot be used: nobody has its key"])
  }

  private func run(_ shelf: String, environment: [String: String]) async throws -> RunReport {
    let folder = try TemporaryFolder()
    try folder.createFolder("campaign")
    try folder.write(minimalPNG(width: 64, height: 32), to: "campaign/logo.png")
    let text =
      "publish: [{to: shelf, shelf: \(shelf)}]\nmessages: from-pictures\ndefaults: {title: New today, target: {topic: all}}"
    let configuration = try #require(file.read(text).value)
    let destination = try #require(configuration.resolvedDestination().value)
    let worker = WorkerConfiguration(
      executable: try RichpushBinary.path(), arguments: ["worker", "--memory", "2147483648"], limits: .init())
    var settings = PipelineSettings(
      configuration: configuration, campaignFolder: folder.absolute("campaign"), destination: destination,
      outputFolder: folder.absolute("state"), requestFolder: folder.absolute("payloads"), jobs: 1, worker: worker,
      cacheFolder: nil)
    settings.access = DestinationAccess(environment: environment)
    return try await Pipeline(settings).run()
  }
}
