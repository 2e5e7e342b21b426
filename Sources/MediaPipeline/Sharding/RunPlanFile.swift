import Cryptography
import Essentials
import Findings
import MediaFacts
import PushDelivery
import SystemPackage

/// The file of a plan: JSON with a line for each source, so that a shard reads its own with the memory of one line. It ends with the digest
/// of everything before: a truncated or edited plan is refused.
package struct RunPlanFile: Sendable {
  package let path: String

  package init(path: String) { self.path = path }

  private static let endOfHeader = Array(",\"assets\":[\n".utf8)
  private static let endOfAssets = Array("],\"sha256\":\"".utf8)
  private static let newline = UInt8(ascii: "\n")

  /// A plan as read.
  struct Contents: Sendable {
    var plan: RunPlan
    /// The requested assets, in the order of the campaign.
    var assets: [PlannedAsset]
    /// Of all bytes before: results name the plan by it.
    var digest: ContentDigest
  }

  /// The plan, and its sources.
  ///
  /// - Parameter shard: the shard whose sources are read; nil: all.
  /// - Throws: `PipelineError.campaign` if the file is not a plan, or has been changed; `.fileSystem`.
  func read(shard: Int? = nil) throws(PipelineError) -> Contents {
    try explaining { try readLines(shard: shard) }
  }

  /// Only the plan; the file's digest is not checked.
  ///
  /// - Throws: as `read`.
  package func header() throws(PipelineError) -> RunPlan {
    try explaining {
      let lines = try FileLines(of: path)
      return try Self.plan(lines.next() ?? [])
    }
  }

  /// The work of a shard.
  package struct Share: Hashable, Sendable {
    /// How many sources.
    package private(set) var assets = 0
    /// The expected time, as bytes of photographs that take as long.
    package private(set) var work = 0

    fileprivate mutating func add(_ file: AssetPartition.File) {
      assets += 1
      work = min(work + AssetPartition.work(file), 1 << 60)
    }
  }

  private func explaining<Value>(_ body: () throws -> Value) throws(PipelineError) -> Value {
    do { return try body() } catch let error as FileSystemError
      where ![.fileTooLarge, .invalidArgument].contains(error.code)
    {
      // Trying again does not help if it is missing.
      guard error.isMissing else { throw .fileSystem(error) }
      throw .campaign([.unusablePlan(path, because: "there is no such file")])
    } catch let error as FileSystemError {
      throw .campaign([.unusablePlan(path, because: PlanDamage.foreign.reason + " (\(error.reason))")])
    } catch {
      throw .campaign([.unusablePlan(path, because: error.reason)])
    }
  }

  private static func plan(_ line: ArraySlice<UInt8>) throws(PlanDamage) -> RunPlan {
    struct Form: Decodable {
      var version: Int
      private enum CodingKeys: String, CodingKey { case version = "richpush-plan" }
    }
    guard line.ends(with: endOfHeader) else { throw .foreign }
    let json = Data(line.dropLast(endOfHeader.count)) + Data("}".utf8)
    guard let form = try? JSONDecoder().decode(Form.self, from: json) else { throw .foreign }
    guard form.version == RunPlan.version else { throw .otherVersion(form.version) }
    guard let plan = try? JSONDecoder().decode(RunPlan.self, from: json), 1...Shard.maximumCount ~= plan.shards else {
      throw .changed
    }
    return plan
  }

  /// The work of the shard with the most work.
  ///
  /// - Throws: as `read`.
  package func largestShare() throws(PipelineError) -> Share {
    try explaining {
      var shares: [Int: Share] = [:]
      _ = try readLines(shard: nil) { asset in
        let file = AssetPartition.File(path: asset.file.path, byteCount: asset.file.bytes)
        shares[asset.shard, default: Share()].add(file)
      }
      return shares.values.max { ($0.work, $0.assets) < ($1.work, $1.assets) } ?? Share()
    }
  }

  private func readLines(shard: Int?) throws -> Contents {
    var assets: [PlannedAsset] = []
    let (plan, digest) = try readLines(shard: shard) { assets.append($0) }
    return Contents(plan: plan, assets: assets, digest: digest)
  }

  private func readLines(
    shard: Int?, _ body: (PlannedAsset) -> Void
  ) throws -> (plan: RunPlan, digest: ContentDigest) {
    let lines = try FileLines(of: path)
    var hash = SHA256()
    let first = try lines.next() ?? []
    let plan = try Self.plan(first)
    hash.update(Array(first).span.bytes)
    let decoder = JSONDecoder()
    let prefix = shard.map(Self.prefix) ?? []
    while let line = try lines.next() {
      if line.starts(with: Self.endOfAssets) {
        let digest = ContentDigest(digest: hash.digest())
        guard line.elementsEqual(Self.closing(digest)), try lines.next() == nil else { throw PlanDamage.changed }
        return (plan, digest)
      }
      hash.update(Array(line).span.bytes)
      guard line.starts(with: prefix) else { continue }
      let json = Data(line.dropLast { $0 == Self.newline || $0 == UInt8(ascii: ",") })
      let asset = try decoder.decode(PlannedAsset.self, from: json)
      // A source without a shard would be missing silently.
      guard 1...plan.shards ~= asset.shard else { throw PlanDamage.changed }
      body(asset)
    }
    throw PlanDamage.changed
  }

  /// The beginning of every line of a shard's source. Quotes in texts are escaped, so no name can look like it.
  private static func prefix(_ shard: Int) -> [UInt8] { Array("{\"assigned\":\(shard),".utf8) }

  private static func closing(_ digest: ContentDigest) -> [UInt8] { endOfAssets + Array("\(digest.hex)\"}\n".utf8) }
}

extension RunPlanFile {
  /// Writes a plan as a whole or not at all.
  struct Writer: ~Copyable {
    private let path: String
    private let file: DurableFile.Draft
    private var hasAssets = false

    /// - Throws: `FileSystemError`.
    init(_ path: String, _ plan: RunPlan) throws(FileSystemError) {
      self.path = path
      file = try Self.begin(path, plan)
    }

    private static func begin(_ path: String, _ plan: RunPlan) throws(FileSystemError) -> DurableFile.Draft {
      let file = try DurableFile.Draft(of: path)
      try file.append(Array(RunPlanFile.json(plan).dropLast()) + RunPlanFile.endOfHeader)
      return file
    }

    /// - Parameter lines: as `line` makes them, in the order of the campaign.
    /// - Throws: `FileSystemError`.
    mutating func add(_ lines: [[UInt8]]) throws(FileSystemError) {
      for line in lines {
        try file.append((hasAssets ? [UInt8(ascii: ","), RunPlanFile.newline] : []) + line)
        hasAssets = true
      }
    }

    /// - Throws: `FileSystemError`; the file is then unchanged.
    consuming func commit() throws(FileSystemError) {
      if hasAssets { try file.append([RunPlanFile.newline]) }
      let digest = try file.digest()
      try file.append(RunPlanFile.closing(digest))
      try file.commit(as: path)
    }
  }

  /// The line of a source, without a line break.
  static func line(_ asset: PlannedAsset) -> [UInt8] { json(asset) }

  /// Texts and whole numbers always have a JSON form.
  private static func json(_ value: some Encodable) -> [UInt8] { (try? JSONText.compact(value)) ?? [] }
}

/// Why a plan file cannot be used.
private enum PlanDamage: Error, LocalizedError {
  case foreign, changed
  case otherVersion(Int)

  var errorDescription: String? {
    switch self {
    case .foreign: "`richpush plan --save` did not write it, or it has lost its first line"
    case .changed: "it has been cut or edited since it was written"
    case .otherVersion(let version): "it is of version \(version), and this richpush reads version \(RunPlan.version)"
    }
  }
}

extension Collection<UInt8> where Self: BidirectionalCollection {
  fileprivate func ends(with end: [UInt8]) -> Bool { suffix(end.count).elementsEqual(end) }
}

extension Diagnostic {
  fileprivate static func unusablePlan(_ path: String, because reason: String) -> Diagnostic {
    Diagnostic(.configurationPlan, .init(.configuration, path), "the plan cannot be carried out: \(reason)")
  }
}
