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
    guard let bytes = disk.bytes(under: key, limit: MemoryFile.largestFile),
      var remembered = RememberedComposition(bytes, of: state), let names = folder.settledFiles,
      names.count == remembered.files.count
    else { return nil }
    let written = remembered.files
    for name in names {
      let digest = written[name]?.digest
      guard remembered.files[name]?.known.confirm(folder.path + "/" + name, digest) == true else { return nil }
    }
    if remembered.files == written { disk.markUsed(key) } else { write(remembered) }
    return remembered.composition
  }

  /// Remembers the committed composition.
  func save(_ composition: CampaignComposition) {
    let end = FileStamp.now
    guard composition.outcomes.count <= Self.mostRequests, let names = folder.settledFiles else { return }
    var files: [String: RememberedComposition.File] = [:]
    for name in names {
      let path = folder.path + "/" + name
      // A file that was changed after the commit is not the composed one.
      guard let stamp = FileStamp(of: path), stamp.changed <= end else { return }
      let known = RememberedFile(stamp, readAfter: moment)
      let digest = known.isSettled ? nil : try? ContentDigest.read(path, limit: stamp.byteCount).digest
      files[name] = .init(known: known, digest: digest)
    }
    write(RememberedComposition(state: state, composition: composition, files: files))
  }

  private func write(_ remembered: RememberedComposition) {
    if let bytes = remembered.bytes, bytes.count <= MemoryFile.largestFile { disk.write(bytes, under: key) }
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

/// The result of composing a campaign in an earlier run, and its files in the request folder.
struct RememberedComposition: Sendable {
  /// The digest of all that affects it.
  var state: ContentDigest
  var composition: CampaignComposition
  /// By their paths in the request folder.
  var files: [String: File]

  /// A file of the set.
  struct File: Hashable, Sendable {
    var known: RememberedFile
    /// nil if the stamp shows that it is the same.
    var digest: ContentDigest?
  }
}

extension RememberedComposition {
  /// The beginning of such files, after their digest. Each format has its number.
  private static let beginning = Array("richpush requests 5\n".utf8)

  /// The parts that are written as JSON.
  private struct Findings: Codable {
    let diagnostics: [Diagnostic]
    let recipients: Recipients
  }

  /// - Returns: nil if something cannot be encoded.
  var bytes: [UInt8]? {
    let findings = Findings(diagnostics: composition.diagnostics, recipients: composition.tally.recipients)
    guard let findings = try? JSONText.compact(findings) else { return nil }
    var writer = CompactWriter(beginning: Self.beginning)
    writer.add(state, files.count)
    for (path, file) in files.sorted(by: { $0.key < $1.key }) { writer.add(path, file.known, file.digest) }
    writer.add(findings)
    let parts = composition.outcomes.lineParts
    writer.add(parts.count)
    for part in parts { writer.add(part()) }
    return writer.sealed()
  }

  /// - Returns: nil for bytes of any other state.
  init?(_ bytes: [UInt8], of state: ContentDigest) {
    guard var reader = CompactReader(sealed: bytes, beginning: Self.beginning) else { return nil }
    do throws(CompactReader.Damage) {
      guard try reader() == state else { return nil }
      self.state = state
      files = [:]
      for _ in 0..<(try reader.count()) {
        let (path, file) = (try String(&reader), File(known: try reader(), digest: try reader()))
        files[path] = file
      }
      composition = CampaignComposition()
      guard let findings = try? JSONDecoder().decode(Findings.self, from: Data(try reader.text())) else { return nil }
      composition.diagnostics = findings.diagnostics
      for _ in 0..<(try reader.count()) {
        guard composition.add(lines: try reader.text()) else { return nil }
      }
      guard reader.isAtEnd else { return nil }
      for group in findings.recipients.groups { composition.tally.add(group) }
    } catch { return nil }
  }
}
