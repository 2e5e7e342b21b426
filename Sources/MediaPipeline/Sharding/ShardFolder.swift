import Findings
import MediaFacts
import PushDelivery

/// Where shards leave their results: a folder that all machines see.
///
/// A result's name has the digest of its bytes. So two that are the same are one, two that differ are seen, and one that was cut is
/// not believed.
struct ShardFolder: Sendable {
  let path: String

  private static let suffix = ".jsonl"
  /// A shard of 100,000 sources leaves about 150 MB.
  private static let largestResult = 4 << 30

  /// Writes a result, whole or not at all.
  ///
  /// - Returns: its path.
  /// - Throws: `FileSystemError`.
  func write(_ result: ShardResult, of shard: Shard) throws(FileSystemError) -> String {
    try FileSystem.createFolder(path)
    let lines = result.lines
    let draft = try DurableFile.Draft(in: path)
    try draft.append(lines)
    let name = path + "/" + shard.name + "." + (try draft.digest()).hex + Self.suffix
    try draft.commit(as: name)
    return name
  }

  /// What lies there for one shard.
  enum Found {
    case missing
    case whole(ShardResult, path: String)
    /// Why none of what is there can be used.
    case unusable(String)
  }

  /// The result of a shard of a plan.
  ///
  /// - Parameters:
  ///   - plan: the header that it must have.
  ///   - names: of what lies in the folder.
  /// - Throws: `FileSystemError` where a result cannot be read.
  func result(of shard: Shard, of plan: ShardResult.Header, among names: [String]) throws(FileSystemError) -> Found {
    var whole: [(result: ShardResult, path: String)] = []
    var reasons: [String] = []
    for name in names where name.hasPrefix(shard.name + ".") {
      guard let result = try read(name) else {
        reasons.append("\(name.quoted) is cut or was changed")
        continue
      }
      guard result.header == plan else {
        let lack = result.header.plan == plan.plan ? "made with other versions, or by another shard" : "of another plan"
        reasons.append("\(name.quoted) is \(lack)")
        continue
      }
      whole.append((result, path + "/" + name))
    }
    guard whole.count < 2 else { return .unusable(Self.differing(whole.map(\.path))) }
    if let found = whole.first { return .whole(found.result, path: found.path) }
    return reasons.isEmpty ? .missing : .unusable(reasons.joined(separator: ", "))
  }

  /// The names of all results, sorted; none where there is no folder yet.
  ///
  /// - Throws: `FileSystemError` where the folder cannot be read.
  func names() throws(FileSystemError) -> [String] {
    guard FileSystem.exists(path) else { return [] }
    return try FileSystem.entries(of: path).compactMap { entry in
      if case .name(let name) = entry, name.hasPrefix("shard-"), name.hasSuffix(Self.suffix) { name } else { nil }
    }.sorted()
  }

  private static func differing(_ paths: [String]) -> String {
    let names = paths.map { String($0.split(separator: "/").last ?? "").quoted }
    return names.joined(separator: " and ") + " differ, though machines that agree come to the same: remove all but one"
  }

  /// nil where the bytes are not those that the name was made of.
  private func read(_ name: String) throws(FileSystemError) -> ShardResult? {
    let bytes = try FileReading.bytes(of: path + "/" + name, limit: Self.largestResult)
    let digest = name.dropLast(Self.suffix.count).split(separator: ".").last.flatMap { ContentDigest(hex: String($0)) }
    guard digest == ContentDigest(of: bytes) else { return nil }
    return ShardResult(lines: bytes)
  }
}
