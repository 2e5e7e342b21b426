import Essentials
import Findings
import MediaFacts
import PushDelivery

/// The outcomes of one shard's sources.
struct ShardResult: Sendable {
  /// Which shard and plan, and the software.
  struct Header: Hashable, Sendable, Codable {
    var version = ShardResult.version
    var plan: ContentDigest
    var shard: Int
    var shards: Int
    var renderers: RenderingVersions

    private enum CodingKeys: String, CodingKey {
      case version = "richpush-shard"
      case plan, shard, shards, renderers
    }
  }

  /// The written format's version; no other is read.
  static let version = 1

  var header: Header
  /// In the order of the plan.
  var assets: [AssetLine.Result]
  /// Diagnostics about the destination.
  var hosting: [Diagnostic]
}

extension ShardResult.Header {
  /// A shard's header under a plan.
  init(_ contents: RunPlanFile.Contents, _ shard: Shard) {
    self.init(
      plan: contents.digest, shard: shard.number, shards: shard.count, renderers: contents.plan.renderers)
  }
}

extension ShardResult {
  private struct Footer: Codable {
    /// The number of sources: without it, a file truncated at a line's end would look whole.
    var assets: Int
    var hosting: [Diagnostic]
  }

  /// A line of JSON for the header, one for each source, one for the footer. Equal results have equal bytes.
  var lines: [UInt8] {
    var bytes = Self.line(header)
    for asset in assets { bytes += Self.line(asset) }
    return bytes + Self.line(Footer(assets: assets.count, hosting: hosting))
  }

  /// nil for other or incomplete files.
  init?(lines bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let decoder = JSONDecoder()
    guard lines.count >= 2, let header = try? decoder.decode(Header.self, from: Data(lines[0])),
      header.version == Self.version,
      let footer = try? decoder.decode(Footer.self, from: Data(lines[lines.count - 1])),
      footer.assets == lines.count - 2
    else { return nil }
    self.header = header
    hosting = footer.hosting
    assets = []
    assets.reserveCapacity(footer.assets)
    for line in lines.dropFirst().dropLast() {
      guard let asset = try? decoder.decode(AssetLine.Result.self, from: Data(line)) else { return nil }
      assets.append(asset)
    }
  }

  private static func line(_ value: some Encodable) -> [UInt8] {
    // Texts and finite numbers always have a JSON form.
    ((try? JSONText.compact(value)) ?? []) + [UInt8(ascii: "\n")]
  }
}

extension AssetLine.Result {
  /// The result without details of who made it and when: a repeated shard finds its own earlier files in the cache and at the destination.
  /// So every rendition counts as made and written once, by the whole run.
  var independentOfAttempts: AssetLine.Result {
    var result = self
    result.outcome.renditions = outcome.renditions.map(\.independentOfAttempts)
    return result
  }
}

extension RenditionOutcome {
  fileprivate var independentOfAttempts: RenditionOutcome {
    RenditionOutcome(
      profile: profile, platforms: platforms, path: path, url: url, bytes: bytes, limit: limit, format: format,
      digest: digest, fromCache: false, written: true, record: record)
  }
}

/// The results that shards have stored.
///
/// A result's name has the digest of its bytes. So equal results are one file, different ones are noticed, and a truncated one is not
/// accepted.
struct ShardResults: Sendable {
  let store: any ShardStore

  private static let suffix = ".jsonl"
  /// The prefix of all names.
  private static let prefix = "shard-"
  /// A shard of 100,000 sources leaves about 150 MB.
  private static let largestResult = 4 << 30

  /// Writes a result, whole or not at all.
  ///
  /// - Returns: its place.
  /// - Throws: `PipelineError`.
  func write(_ result: ShardResult, of shard: Shard) async throws(PipelineError) -> String {
    let lines = result.lines
    let name = shard.name + "." + ContentDigest(of: lines).hex + Self.suffix
    try await store.create(lines, named: name)
    return address(of: name)
  }

  /// One shard's stored result.
  enum Found: Sendable {
    case missing
    case whole(ShardResult, address: String)
    /// Why no stored result is usable.
    case unusable(String)
  }

  /// The result of a shard of a plan.
  ///
  /// - Parameter plan: the header that it must have.
  /// - Throws: `PipelineError` if the place cannot be read.
  func result(of shard: Shard, of plan: ShardResult.Header) async throws(PipelineError) -> Found {
    let names = try await store.names(beginning: shard.name + ".").filter { Self.shard(of: $0) == shard.name }
    return try await result(of: plan, among: names)
  }

  /// The results of all shards of a plan, in their order.
  ///
  /// - Parameter consume: receives each with its shard.
  /// - Throws: `PipelineError` if the place cannot be read.
  func results(
    of contents: RunPlanFile.Contents, consume: (Shard, Found) -> Void
  ) async throws(PipelineError) {
    // Listed once, not for each of ten thousand shards.
    let names = Dictionary(grouping: try await store.names(beginning: Self.prefix), by: Self.shard)
    try await Shard.all(of: contents.plan.shards).forEachInOrder(atMost: Self.transfers) { shard in
      let plan = ShardResult.Header(contents, shard)
      do throws(PipelineError) {
        return Result<_, PipelineError>.success((shard, try await result(of: plan, among: names[shard.name] ?? [])))
      } catch { return .failure(error) }
    } consume: { result throws(PipelineError) in
      let (shard, found) = try result.get()
      consume(shard, found)
    }
  }

  /// How many results are read at once: a bucket is slow.
  private static let transfers = 8

  private func result(
    of plan: ShardResult.Header, among names: [String]
  ) async throws(PipelineError) -> Found {
    var whole: [(result: ShardResult, name: String)] = []
    var reasons: [String] = []
    for name in names.sorted() {
      guard let result = try await read(name) else {
        reasons.append("\(name.quoted) is cut or was changed")
        continue
      }
      guard result.header == plan else {
        let lack = result.header.plan == plan.plan ? "made with other versions, or by another shard" : "of another plan"
        reasons.append("\(name.quoted) is \(lack)")
        continue
      }
      whole.append((result, name))
    }
    guard whole.count < 2 else { return .unusable(Self.differing(whole.map(\.name))) }
    if let found = whole.first { return .whole(found.result, address: address(of: found.name)) }
    return reasons.isEmpty ? .missing : .unusable(reasons.joined(separator: ", "))
  }

  /// The shard in a result's name; nil for other names.
  private static func shard(of name: String) -> String? {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix), !name.contains("/") else { return nil }
    return name.split(separator: ".").first.map(String.init)
  }

  private func address(of name: String) -> String { store.name + "/" + name }

  private static func differing(_ names: [String]) -> String {
    names.map(\.quoted).joined(separator: " and ")
      + " differ, though machines that agree come to the same: remove all but one"
  }

  /// nil if the bytes do not match the name.
  private func read(_ name: String) async throws(PipelineError) -> ShardResult? {
    guard let bytes = try await store.load(name, limit: Self.largestResult) else { return nil }
    let digest = name.dropLast(Self.suffix.count).split(separator: ".").last.flatMap { ContentDigest(hex: String($0)) }
    guard digest == ContentDigest(of: bytes) else { return nil }
    return ShardResult(lines: bytes)
  }
}
