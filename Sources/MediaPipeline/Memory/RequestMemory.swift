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
    let parts = SealedFile.parts(of: disk.path(key), beginning: Self.beginning, limit: MemoryFile.largestFile)
    guard let parts, let remembered = try? RememberedComposition(parts, of: state),
      folder.settledFiles?.count == remembered.fileCount, let files = confirmed(remembered.files)
    else { return nil }
    if files.elementsEqual(remembered.files) {
      disk.markUsed(key)
    } else {
      write(remembered.head, files, remembered.lines)
    }
    return remembered.composition
  }

  /// The same with the current stamps; nil if a file has changed.
  private func confirmed(_ parts: StoredValues<[UInt8]>) -> StoredValues<[UInt8]>? {
    var confirmed = SpooledParts()
    for part in parts {
      guard var files = try? RememberedComposition.files(in: part) else { return nil }
      for index in files.indices {
        let (path, digest) = (folder.path + "/" + files[index].name, files[index].digest)
        guard FileSystem.isRegularFile(path), files[index].known.confirm(path, digest) else { return nil }
      }
      confirmed.add(files)
    }
    return confirmed.values
  }

  /// Remembers the committed composition.
  func save(_ composition: CampaignComposition) {
    let end = FileStamp.now
    guard composition.outcomes.count <= Self.mostRequests, let names = folder.settledFiles?.sorted(),
      let head = RememberedComposition.head(of: composition, names.count, state)
    else { return }
    var (parts, files) = (SpooledParts(), [RememberedComposition.File]())
    for name in names {
      let path = folder.path + "/" + name
      // A file that was changed after the commit is not the composed one.
      guard let stamp = FileStamp(of: path), stamp.changed <= end else { return }
      let known = RememberedFile(stamp, readAfter: moment)
      let digest = known.isSettled ? nil : try? ContentDigest.read(path, limit: stamp.byteCount).digest
      files.append(.init(name: name, known: known, digest: digest))
      guard files.count == RememberedComposition.partLength || name == names.last else { continue }
      parts.add(files)
      files = []
    }
    let lines = composition.outcomes.lineParts
    write(head, parts.values, StoredValues(count: lines.count) { lines[$0]() })
  }

  private func write(_ head: [UInt8], _ files: StoredValues<[UInt8]>, _ lines: StoredValues<[UInt8]>) {
    disk.write(under: key) { path throws(FileSystemError) in
      try SealedFile.write(
        [StoredValues([head]), files, lines].joined(), beginning: Self.beginning, to: path,
        limit: MemoryFile.largestFile)
    }
  }

  /// The beginning of such files, after their digest. Each format has its number.
  private static let beginning = Array("richpush requests 6\n".utf8)
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

/// The result of composing a campaign in an earlier run, and its files in the request folder, some at a time.
private struct RememberedComposition {
  /// All but the parts.
  let head: [UInt8]
  let composition: CampaignComposition
  let fileCount: Int
  /// The files, as `files(in:)` reads them, and the messages' outcomes.
  let files, lines: StoredValues<[UInt8]>

  /// A file of the set.
  struct File: CompactValue {
    /// Its path in the request folder.
    let name: String
    var known: RememberedFile
    /// nil if the stamp shows that it is the same.
    var digest: ContentDigest?

    func write(to writer: inout CompactWriter) { writer.add(name, known, digest) }
  }

  /// How many files are in memory together.
  static let partLength = 250

  /// The parts that are written as JSON.
  private struct Findings: Codable {
    let diagnostics: [Diagnostic]
    let recipients: Recipients
  }
}

extension RememberedComposition.File {
  init(_ reader: inout CompactReader) throws(CompactReader.Damage) {
    (name, known, digest) = (try reader(), try reader(), try reader())
  }
}

extension RememberedComposition {
  /// - Parameter state: the digest of all that affects the composition.
  /// - Returns: nil if something cannot be encoded.
  static func head(of composition: CampaignComposition, _ fileCount: Int, _ state: ContentDigest) -> [UInt8]? {
    let findings = Findings(diagnostics: composition.diagnostics, recipients: composition.tally.recipients)
    guard let findings = try? JSONText.compact(findings) else { return nil }
    var writer = CompactWriter()
    writer.add(state, fileCount)
    writer.add(findings)
    return writer.bytes
  }

  static func files(in part: [UInt8]) throws(CompactReader.Damage) -> [File] {
    var (reader, files) = (CompactReader(part), [File]())
    while !reader.isAtEnd { files.append(try reader()) }
    return files
  }

  /// - Throws: for bytes of any other state.
  init(_ parts: StoredValues<[UInt8]>, of state: ContentDigest) throws {
    guard let head = parts.first else { throw CompactReader.Damage() }
    var reader = CompactReader(head)
    guard try reader() == state else { throw CompactReader.Damage() }
    fileCount = try reader()
    let findings = try JSONDecoder().decode(Findings.self, from: Data(try reader.text()))
    let (count, length) = (parts.count - 1, Self.partLength)
    let fileParts = fileCount / length + (fileCount.isMultiple(of: length) ? 0 : 1)
    guard fileCount >= 0, fileParts <= count else { throw CompactReader.Damage() }
    files = StoredValues(count: fileParts) { parts[1 + $0] }
    lines = StoredValues(count: count - fileParts) { parts[1 + fileParts + $0] }
    var composition = CampaignComposition()
    composition.diagnostics = findings.diagnostics
    for part in lines where !composition.add(lines: part) { throw CompactReader.Damage() }
    for group in findings.recipients.groups { composition.tally.add(group) }
    (self.head, self.composition) = (head, composition)
  }
}

/// Values as bytes, some at a time: few in memory, many in a file.
private struct SpooledParts {
  private var spool = Spool()
  private var parts: [@Sendable () -> [UInt8]] = []

  mutating func add(_ values: [some CompactValue]) {
    var writer = CompactWriter()
    for value in values { writer.add(value) }
    parts.append(spool.keepAnyway(writer.bytes))
  }

  var values: StoredValues<[UInt8]> { StoredValues(count: parts.count) { [parts] in parts[$0]() } }
}
