import Essentials
public import Findings
import MediaFacts
public import PushDelivery

/// Saves a run so that several machines can each do a part, with equal results.
public struct RunPlanner: Sendable {
  private let settings: PipelineSettings
  private let frozen: FrozenSettings
  private let shards: Int

  /// The saved command line and pipeline.yml, as text.
  public struct FrozenSettings: Sendable {
    /// pipeline.yml's path, and its text.
    public var configurationPath: String
    public var configurationText: String
    /// Flags and variables that affect the result.
    public var overrides: [Setting: String]

    public init(configurationPath: String, configurationText: String, overrides: [Setting: String]) {
      self.configurationPath = configurationPath
      self.configurationText = configurationText
      self.overrides = overrides
    }
  }

  /// A summary of the plan for people.
  public struct Summary: Hashable, Sendable {
    /// The number of sources, and their bytes.
    public var assets = 0
    public var bytes = 0
    /// The number of sources of each shard, in order.
    public var shares: [Int] = []
    /// Errors in the campaign; sources with errors are not part of the plan.
    public var diagnostics: [Diagnostic] = []
  }

  /// - Parameter shards: 1 to `Shard.maximumCount`.
  public init(_ settings: PipelineSettings, frozen: FrozenSettings, shards: Int) {
    (self.settings, self.frozen, self.shards) = (settings, frozen, shards)
  }

  /// Writes the plan. Every file of the campaign is read once, for its digest.
  ///
  /// - Throws: `PipelineError`; it leaves no plan, or the previous one.
  public func save(to path: String) async throws(PipelineError) -> Summary {
    try await BlockingThreads.forFiles.run { () async throws(PipelineError) in try await write(to: path) }
  }

  private func write(to path: String) async throws(PipelineError) -> Summary {
    let intake = try await CampaignIntake(settings).take()
    let files = PlannedFiles(folder: intake.folder, limit: settings.configuration.sourceLimits.maximumBytes)
    let renderers = await RenderingVersions.installed(for: intake.assets.lazy.map(\.path))
    let plan = plan(at: path, texts: files.read(texts(of: intake)), renderers)
    let assignment = AssetPartition(count: shards).shards(
      of: intake.assets.map { .init(path: $0.path, byteCount: $0.byteCount) })
    let named = intake.namedPaths
    var summary = Summary(shares: [Int](repeating: 0, count: shards), diagnostics: intake.diagnostics)
    do throws(FileSystemError) {
      var writer = try RunPlanFile.Writer(path, plan)
      let chunks = stride(from: 0, to: intake.assets.count, by: Self.chunkSize).map {
        $0..<min($0 + Self.chunkSize, intake.assets.count)
      }
      try await chunks.forEachInOrder(atMost: settings.jobs + 1) { range in
        range.map { index in
          let request = intake.assets[index]
          let asset = PlannedAsset(
            file: files.read(request.path, byteCount: request.byteCount), shard: assignment[index], request: request,
            isNamed: named.contains(request.path))
          return Planned(line: RunPlanFile.line(asset), shard: asset.shard, bytes: asset.file.bytes)
        }
      } consume: { planned throws(FileSystemError) in
        try writer.add(planned.map(\.line))
        for asset in planned {
          summary.assets += 1
          summary.bytes += asset.bytes
          summary.shares[asset.shard - 1] += 1
        }
      }
      try writer.commit()
    } catch {
      throw .fileSystem(error)
    }
    return summary
  }

  /// How many files one task reads: enough to make handing them over cheap.
  private static let chunkSize = 200

  private struct Planned: Sendable {
    var line: [UInt8]
    var shard: Int
    var bytes: Int
  }

  private func plan(at path: String, texts: [PlannedFile], _ renderers: RenderingVersions) -> RunPlan {
    let folder = FileSystem.parent(of: path)
    return RunPlan(
      shards: shards, moment: settings.now ?? Int(Date().timeIntervalSince1970),
      campaign: PlannedPath.frozen(settings.campaignFolder, from: folder),
      configuration: .init(
        path: PlannedPath.frozen(frozen.configurationPath, from: folder), text: frozen.configurationText),
      settings: Dictionary(
        uniqueKeysWithValues: frozen.overrides.map { setting, text in
          (setting.rawValue, Self.paths.contains(setting) ? PlannedPath.frozen(text, from: folder) : text)
        }),
      renderers: renderers, texts: texts)
  }

  /// Settings that are paths from the working directory.
  package static let paths: Set<Setting> = [.output, .requests]

  /// The existing files of messages, and the pictures that are only posters.
  private func texts(of intake: CampaignIntake.Result) -> [String] {
    let sources = Set(intake.assets.map(\.path))
    let posters = Set(intake.assets.compactMap(\.poster?.file))
    let texts = CampaignFiles.names.filter { FileSystem.exists(intake.folder + "/" + $0) }
    return (Array(texts) + posters.subtracting(sources)).sorted()
  }
}

extension RenderingNeeds {
  /// The possible needs of a file's rendering, from its name.
  fileprivate static func of(_ path: String) -> Set<RenderingNeeds> {
    let name = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    let needs = MediaFormat.withExtension(name).map { format -> RenderingNeeds in
      guard case .picture(let picture) = format else { return .movies }
      switch picture.decoder {
      case .bitmap: return .movies
      case .drawing: return .drawings
      default: return .pictures
      }
    }
    return Set(needs)
  }
}

extension RenderingVersions {
  /// This machine's versions that affect the renditions of some files. A machine without ffmpeg can take part in a run without videos.
  fileprivate static func installed(for paths: some Sequence<String>) async -> RenderingVersions {
    let needs = paths.reduce(into: Set([RenderingNeeds.pictures])) { $0.formUnion(RenderingNeeds.of($1)) }
    var all: [String: String] = [:]
    for need in RenderingNeeds.allCases where needs.contains(need) {
      all.merge(await installed(for: need).versions) { $1 }
    }
    return RenderingVersions(all)
  }
}

/// Paths in a plan.
package enum PlannedPath {
  /// Converts a path from the working directory to one from a plan's folder; absolute paths stay unchanged.
  static func frozen(_ path: String, from folder: String) -> String {
    guard !path.hasPrefix("/") else { return path }
    let way = RelativePath.way(from: folder, to: path)
    return way.isEmpty ? "." : way
  }

  /// The reverse: from the working directory.
  ///
  /// - Parameter folder: the plan's.
  package static func thawed(_ path: String, from folder: String) -> String {
    path.hasPrefix("/") || folder == "." ? path : path == "." ? folder : folder + "/" + path
  }
}

/// A campaign's files in a plan.
struct PlannedFiles: Sendable {
  /// The campaign folder with every link resolved.
  let folder: String
  /// The most bytes of a source that are read.
  let limit: Int

  func read(_ paths: [String]) -> [PlannedFile] { paths.map { read($0, byteCount: 0) } }

  /// Reads the state first, so that later changes show.
  func read(_ path: String, byteCount: Int) -> PlannedFile {
    let absolute = folder + "/" + path
    let state = try? FileSystem.state(of: absolute)
    // Tables may be larger than pictures.
    let most = CampaignFiles.names.contains(path) ? Int.max : limit
    let digest = try? ContentDigest.read(absolute, limit: most).digest
    return PlannedFile(
      path: path, bytes: state?.byteCount ?? byteCount, sha256: digest, modified: state?.modified ?? 0)
  }

  /// Whether a file still is as planned.
  func isUnchanged(_ file: PlannedFile) -> Bool {
    guard let state = try? FileSystem.state(of: folder + "/" + file.path) else { return file.sha256 == nil }
    if state.byteCount == file.bytes, state.modified == file.modified { return true }
    return state.byteCount == file.bytes && read(file.path, byteCount: 0).sha256 == file.sha256
  }
}
