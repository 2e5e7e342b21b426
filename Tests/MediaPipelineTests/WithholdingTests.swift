import Findings
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// A file that breaks its worker costs only its own messages; all others are committed.
@Suite(.timeLimit(.minutes(10))) struct WithholdingTests {
  let folder = TemporaryFolder()

  init() throws { try folder.createFolder("campaign") }

  private func settings() throws -> PipelineSettings {
    let text = """
      publish: [{to: directory, path: public, base-url: "https://static.example.com/p/"}]
      messages: from-pictures
      defaults: {title: New today, target: {topic: all}}
      """
    let configuration = try #require(PipelineFile.standard.read(text).value)
    let destination = try #require(configuration.resolvedDestination().value)
    let worker = WorkerConfiguration(
      executable: try BuiltProduct.path(of: "FaultyWorker"), arguments: [], limits: .init(seconds: 12))
    return PipelineSettings(
      configuration: configuration, campaignFolder: folder.absolute("campaign"), destination: destination,
      outputFolder: folder.absolute("public"), requestFolder: folder.absolute("payloads"), jobs: 1, worker: worker,
      cacheFolder: nil)
  }

  @Test(arguments: [
    ("crash", RuleIdentifier("image.crashed-decoder")), ("exit", "image.crashed-decoder"),
    ("hang", "image.timed-out"), ("memory", "image.out-of-memory"), ("lie", "file.wrong-rendition"),
  ])
  func whatAFileDoesCostsItsOwnMessages(_ name: String, _ rule: RuleIdentifier) async throws {
    for file in ["good", name] { try folder.write(minimalPNG(width: 64, height: 32), to: "campaign/\(file).png") }
    let report = try await Pipeline(settings()).run()
    let errors = report.diagnostics.filter { $0.severity == .error }
    #expect(errors.contains { $0.rule == rule && $0.subject.name == "\(name).png" }, "\(errors)")
    #expect(!report.hasEnvironmentalErrors)
    #expect(try folder.names(in: "payloads") == ["good.json", "index.json"])
  }

  /// The motion cannot be made, and the poster replaces it.
  @Test func thePosterStaysWhereTheMotionFails() async throws {
    let clip = "testsrc2=size=64x48:rate=10:duration=1"
    try await folder.make([["ffmpeg", "-v", "error", "-f", "lavfi", "-i", clip, "campaign/stiff.gif"]])
    let report = try await Pipeline(settings()).run()
    let errors = report.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.rule) == ["image.crashed-decoder"], "\(errors)")
    #expect(errors.allSatisfy { $0.message.hasSuffix("messages show its poster alone") })
    #expect(try folder.names(in: "payloads") == ["index.json", "stiff.json"])
    #expect(try folder.names(in: "public").allSatisfy { !$0.hasSuffix(".gif") })
  }
}
