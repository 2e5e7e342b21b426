import TestSupport

/// A machine of CI: new, so that its own cache is empty, with a campaign of a photograph that must be rendered and a logo.
struct CachingMachine: Sendable {
  let workspace: Workspace
  private let environment: [String: String]

  /// - Parameters:
  ///   - cache: what stands under `cache` in pipeline.yml; nil: nothing.
  ///   - environment: what says where the shared cache lies.
  init(cache: String? = nil, environment: [String: String]) throws {
    workspace = try Workspace(pipeline: Workspace.pipeline + (cache.map { "cache: \($0)\n" } ?? ""))
    try workspace.addLogos("logo.png")
    try workspace.folder.copy(Picture.photoPath, to: "campaign/photo.jpg")
    self.environment = environment
  }

  /// The outcome of a run.
  struct Outcome {
    var status: Int32
    /// How many renditions were made, and how many were there.
    var rendered: Double?
    var cached: Double?
    /// The findings about the shared cache.
    var notes: [String]
    /// The bytes of the published files, by name.
    var published: [String: [UInt8]]
    var text: String
  }

  func run(_ arguments: String..., command: String = "run", more: [String: String] = [:]) async throws -> Outcome {
    let output = try await RichpushBinary.run(
      [command, "campaign", "--format", "json"] + arguments, environment: environment.merging(more) { $1 },
      workingDirectory: workspace.folder.path)
    let report = try JSON(output.stdout)
    let notes = report["diagnostics"].elements.filter { $0["rule"] == "machine.shared-cache" }
    return Outcome(
      status: output.status, rendered: report["totals"]["rendered"].number, cached: report["totals"]["cached"].number,
      notes: notes.compactMap { $0["message"].string },
      published: workspace.folder.exists("public") ? try workspace.folder.contents(of: "public") : [:],
      text: output.stdout + output.stderr)
  }
}
