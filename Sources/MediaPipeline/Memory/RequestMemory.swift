import Essentials
import Findings
import MediaFacts
import PushDelivery

/// The result of composing in the last run with the same settings, so that equal requests are not composed again.
///
/// It applies if the request folder is as that run left it, and texts and pictures are unchanged. After any other change, all requests are
/// composed.
struct RequestMemory: Sendable {
  private let disk: DiskCache
  private let key: ContentDigest
  private let state: ContentDigest
  private let folder: RequestFolder
  private let moment = FileStamp.now

  /// With more, nothing is remembered.
  private static let mostRequests = 100_000

  /// - Parameters:
  ///   - pictures: the digest of the sources' known outcomes; nil if they may differ the next time.
  ///   - owner: the campaign, by its path from the request folder.
  /// - Returns: nil if nothing is kept between runs, or the requests depend on more than texts and pictures.
  init?(
    _ settings: PipelineSettings, _ intake: CampaignIntake.Result, pictures: ContentDigest?, owner: String,
    proven: ProvenURLs, in folder: RequestFolder
  ) {
    guard let pictures, settings.contactSheet == nil, settings.approval == nil, !settings.isDryRun,
      let disk = DiskCache(settings), settings.destination.place.deployment == nil,
      let texts = Self.texts(in: intake.folder), let assets = MemoryKey.assets(settings, folder: intake.folder)
    else { return nil }
    (self.disk, self.folder) = (disk, folder)
    key = MemoryKey.digest(["requests 1", assets.hex, folder.path, owner] + MemoryKey.compose(settings.configuration))
    state = MemoryKey.digest([pictures.hex, texts.hex] + MemoryKey.texts(of: proven) + intake.messages.refused)
  }

  /// The result that composing would have; nil if unknown, or the request folder has changed.
  func recall() -> CampaignComposition? {
    let parts = disk.parts(under: key, beginning: RememberedComposition.beginning, limit: MemoryFile.largestFile)
    guard let parts, var remembered = RememberedComposition(parts, of: state),
      folder.settledFiles?.count == remembered.fileCount
    else { return nil }
    let composition = remembered.composition
    var (written, stamps, isSame) = (remembered, [RememberedFile](), true)
    for _ in 0..<remembered.fileCount {
      guard let file = remembered.nextFile() else { return nil }
      var (path, known) = (folder.path + "/" + file.name, file.known)
      guard FileSystem.isRegularFile(path), known.confirm(path, file.digest) else { return nil }
      stamps.append(known)
      isSame = isSame && known == file.known
    }
    guard !isSame else {
      disk.markUsed(key)
      return composition
    }
    write(
      composition, stamps.count,
      stamps.lazy.compactMap { known in
        written.nextFile().map { RememberedComposition.File(name: $0.name, known: known, digest: $0.digest) }
      })
    return composition
  }

  /// Remembers the committed composition.
  func save(_ composition: CampaignComposition) {
    let end = FileStamp.now
    guard composition.outcomes.count <= Self.mostRequests, let names = folder.settledFiles?.sorted() else { return }
    let files = names.lazy.compactMap { name -> RememberedComposition.File? in
      let path = folder.path + "/" + name
      // A file that was changed after the commit is not the composed one. With too few files, none is recalled.
      guard let stamp = FileStamp(of: path), stamp.changed <= end else { return nil }
      let known = RememberedFile(stamp, readAfter: moment)
      let digest = known.isSettled ? nil : try? ContentDigest.read(path, limit: stamp.byteCount).digest
      return RememberedComposition.File(name: name, known: known, digest: digest)
    }
    write(composition, names.count, files)
  }

  private func write(
    _ composition: CampaignComposition, _ count: Int, _ files: some Sequence<RememberedComposition.File>
  ) {
    disk.seal(under: key, beginning: RememberedComposition.beginning, limit: MemoryFile.largestFile) { add in
      try RememberedComposition.write(composition, of: state, count, files, add)
    }
  }
}

extension RequestMemory {
  /// The digest of the files of messages; nil if they cannot be read, or depend on the time at which they are read.
  private static func texts(in folder: String) -> ContentDigest? {
    var digests: [String] = []
    for name in CampaignFiles.names.sorted() where FileSystem.exists(folder + "/" + name) {
      let path = folder + "/" + name
      guard let start = try? FileReading.start(of: path, count: 1 << 20), !namesMoment(start),
        let read = try? ContentDigest.read(path, limit: TableFile.mostBytes)
      else { return nil }
      digests.append("\(name) \(read.digest)")
    }
    return MemoryKey.digest(digests)
  }

  /// A request that has expired is refused. Keys and columns are at the beginning of a file.
  private static func namesMoment(_ text: [UInt8]) -> Bool {
    ["expir", "EXPIR", "Expir"].contains { text.firstRange(of: $0.utf8) != nil }
  }
}

extension RequestFolder {
  /// The files of its set; nil if they are unknown, or a run was killed while replacing it.
  fileprivate var settledFiles: [String]? { FolderExchange(self).isInterrupted ? nil : try? ownFiles() }
}

extension MemoryKey {
  /// The settings that affect how a message becomes a request.
  fileprivate static func compose(_ configuration: PipelineConfiguration) -> [String] {
    let (compose, defaults) = (configuration.compose, configuration.messageDefaults)
    let words = [defaults.title, defaults.body, defaults.link, compose.linkDataKey, compose.project?.rawValue]
    return words.map { $0.map { "=" + $0 } ?? "" } + [
      defaults.target.map { "\($0)" } ?? "", "\(compose.webpushImageHeader) \(compose.hasValidateOnlyTwins)",
      "\(compose.isTrial)", compose.forms.map(\.name).joined(separator: " "),
    ]
  }

  fileprivate static func texts(of proven: ProvenURLs) -> [String] {
    switch proven {
    case .all: ["all"]
    case .only(let urls): ["\(urls.count)"] + urls.sorted()
    }
  }
}

/// The result of composing a campaign in an earlier run, and its files in the request folder, which are read one at a time.
private struct RememberedComposition {
  private(set) var composition = CampaignComposition()
  let fileCount: Int
  private var reader: CompactReader

  /// A file of the set.
  struct File {
    /// Its path in the request folder.
    let name: String
    let known: RememberedFile
    /// nil if the stamp shows that it is the same.
    let digest: ContentDigest?
  }

  /// The beginning of such files, after their digest. Each format has its number.
  static let beginning = Array("richpush requests 6\n".utf8)

  /// The parts that are written as JSON.
  private struct Findings: Codable {
    let diagnostics: [Diagnostic]
    let recipients: Recipients
  }
}

extension RememberedComposition {
  /// - Parameter state: the digest of all that affects the composition.
  static func write(
    _ composition: CampaignComposition, of state: ContentDigest, _ fileCount: Int, _ files: some Sequence<File>,
    _ add: ([UInt8]) throws -> Void
  ) throws {
    let findings = Findings(diagnostics: composition.diagnostics, recipients: composition.tally.recipients)
    let lines = composition.outcomes.lineParts
    var writer = CompactWriter()
    writer.add(state)
    writer.add(try JSONText.compact(findings))
    writer.add(lines.count)
    for part in lines {
      writer.add(part())
      try add(writer.take())
    }
    writer.add(fileCount)
    for file in files {
      writer.add(file.name, file.known, file.digest)
      try add(writer.take())
    }
    try add(writer.take())
  }

  /// - Returns: nil for bytes of any other state.
  init?(_ parts: StoredValues<[UInt8]>, of state: ContentDigest) {
    var reader = CompactReader(parts: parts)
    do throws(CompactReader.Damage) {
      guard try reader() == state,
        let findings = try? JSONDecoder().decode(Findings.self, from: Data(try reader.text()))
      else { return nil }
      composition.diagnostics = findings.diagnostics
      for _ in 0..<max(0, try reader()) {
        guard composition.add(lines: try reader.text()) else { return nil }
      }
      for group in findings.recipients.groups { composition.tally.add(group) }
      (fileCount, self.reader) = (max(0, try reader()), reader)
    } catch { return nil }
  }

  /// nil after the last.
  mutating func nextFile() -> File? {
    do throws(CompactReader.Damage) {
      return File(name: try reader(), known: try reader(), digest: try reader())
    } catch { return nil }
  }
}
