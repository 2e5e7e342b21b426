import Essentials
import Findings
import MediaFacts
import PushDelivery

/// Where shards leave the blocks of a table that they have composed, beside their results: a folder for each block, whose name has the
/// digest of a file that lists the others with theirs. So what was cut or changed is not believed, and two that are the same are one.
struct BlockFolder: Sendable {
  let path: String

  private static let listName = "block.json"
  private static let outcomesName = "outcomes"
  private static let largestList = 1 << 28
  private static let largestOutcomes = 1 << 30

  /// What is to be known of a block before its files are read.
  private struct List: Codable {
    var version = 1
    /// What was composed of what.
    var key: ContentDigest
    /// As the index of the set has it.
    var part: JSONValue
    var summary: ComposedBlock.Summary
    var outcomes: ContentDigest

    private enum CodingKeys: String, CodingKey {
      case version = "richpush-block"
      case key, part, summary, outcomes
    }
  }

  /// Whether a block is there.
  ///
  /// - Parameter key: of all that decides what comes of it.
  func has(_ number: Int, _ key: ContentDigest) -> Bool { list(number, key) != nil }

  /// A block that was composed of what the key says; nil where there is none that is whole.
  func block(_ number: Int, _ key: ContentDigest) -> ComposedBlock? {
    guard let (list, folder) = list(number, key), let part = RequestPart(entry: list.part, number: number),
      part.files.allSatisfy({ file in
        (try? ContentDigest.read(folder + "/" + file.path, limit: file.byteCount)).map {
          $0 == (file.digest, file.byteCount)
        } ?? false
      }),
      let bytes = try? FileReading.bytes(of: folder + "/" + Self.outcomesName, limit: Self.largestOutcomes),
      ContentDigest(of: bytes) == list.outcomes, let outcomes = PackedOutcomes.all(in: bytes)
    else { return nil }
    let first = list.summary.firstApplePicture ?? 0
    guard (0...list.summary.diagnostics.count).contains(first) else { return nil }
    return ComposedBlock(part: part, folder: folder, summary: list.summary, outcomes: outcomes)
  }

  private func list(_ number: Int, _ key: ContentDigest) -> (List, folder: String)? {
    let names = ((try? FileSystem.entries(of: path)) ?? []).compactMap { entry in
      if case .name(let name) = entry { name } else { nil }
    }
    for name in names.sorted() where name.hasPrefix(Self.prefix(number)) {
      let folder = path + "/" + name
      guard let digest = ContentDigest(hex: String(name.dropFirst(Self.prefix(number).utf8.count))),
        let bytes = try? FileReading.bytes(of: folder + "/" + Self.listName, limit: Self.largestList),
        ContentDigest(of: bytes) == digest,
        let list = try? JSONDecoder().decode(List.self, from: Data(bytes)), list.version == 1, list.key == key
      else { continue }
      return (list, folder)
    }
    return nil
  }

  private static func prefix(_ number: Int) -> String { "block-\(number)." }

  /// A block on its way there. Dropped without `commit` it leaves nothing behind.
  struct Draft: ~Copyable, GrowingFiles {
    private let folder: BlockFolder
    private let place: String
    private let veiled: VeiledFolder
    private var folders: Set<String> = []
    private var growing: [String: NewFile] = [:]
    private var written: [String] = []

    /// - Throws: `FileSystemError`.
    init(in folder: BlockFolder) throws(FileSystemError) {
      self.folder = folder
      place = DurableFile.temporaryPath(beside: folder.path + "/")
      try FileSystem.createFolder(place)
      veiled = try VeiledFolder(place)
    }

    deinit { try? FileManager.default.removeItem(atPath: place) }

    mutating func append(_ bytes: [UInt8], to path: String) throws(FileSystemError) {
      try file(path).append(bytes)
    }

    mutating func finish(_ path: String) throws(FileSystemError) -> (digest: ContentDigest, byteCount: Int) {
      let file = try file(path)
      growing[path] = nil
      written.append(path)
      return (try file.finish(), file.byteCount)
    }

    private func at(_ path: String) -> String { place + "/" + path }

    private mutating func file(_ path: String) throws(FileSystemError) -> NewFile {
      if let file = growing[path] { return file }
      if let slash = path.lastIndex(of: "/"), folders.insert(String(path[..<slash])).inserted {
        try FileSystem.createFolder(place + "/" + path[..<slash])
      }
      let file = try NewFile(at(path))
      growing[path] = file
      return file
    }

    /// Gives it its name, once all of it is on the disk; where the same is there already, nothing is done.
    ///
    /// - Throws: `FileSystemError`.
    consuming func commit(
      _ growing: GrowingRequestPart, _ key: ContentDigest, _ summary: ComposedBlock.Summary,
      _ outcomes: [PackedOutcomes]
    ) throws(FileSystemError) {
      let part = try growing.finish(in: &self)
      for outcomes in outcomes { try append(outcomes.framed, to: BlockFolder.outcomesName) }
      let packed = try finish(BlockFolder.outcomesName)
      let list = List(key: key, part: part.entry, summary: summary, outcomes: packed.digest)
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      try append((try? encoder.encode(list)).map(Array.init) ?? [], to: BlockFolder.listName)
      let listed = try finish(BlockFolder.listName)
      if summary.recipients.namesDevices {
        try veiled.close(written + folders, sharingAs: FolderAccess(of: folder.path))
      } else {
        try veiled.open()
      }
      let place = place
      try DurableFile.sync(written.map { "\(place)/\($0)" }, in: place)
      DurableFile.syncFolder(place)
      let name = folder.path + "/" + BlockFolder.prefix(part.number) + listed.digest.hex
      guard !FileSystem.exists(name) else { return }
      do throws(FileSystemError) { try FileSystem.rename(place, to: name) } catch {
        // Another came first, with the same.
        guard FileSystem.exists(name) else { throw error }
      }
      DurableFile.syncFolder(folder.path)
    }
  }
}
