import Findings
import MediaFacts
import PushDelivery

/// What composing came to in the last run of the same settings, so that requests that would be the same are not composed again.
///
/// It holds for a request folder that is as that run left it, and for texts and pictures that are the same. Whatever is otherwise, all
/// requests are composed.
struct RequestMemory: Sendable {
  private let disk: DiskCache
  private let key: ContentDigest
  private let state: ContentDigest
  private let folder: RequestFolder
  private let moment = FileStamp.now

  /// Of more requests nothing is remembered.
  private static let mostRequests = 100_000

  /// - Parameters:
  ///   - pictures: of all that is known of the sources; nil where that may be otherwise the next time.
  ///   - owner: the campaign, by its path from the request folder.
  /// - Returns: nil where nothing is kept between runs, or something beside texts and pictures has a part in the requests.
  init?(
    _ settings: PipelineSettings, _ intake: CampaignIntake.Result, pictures: ContentDigest?, owner: String,
    proven: ProvenURLs, in folder: RequestFolder
  ) {
    guard let pictures, settings.contactSheet == nil, !settings.isDryRun, let cacheFolder = settings.cacheFolder,
      settings.destination.place.deployment == nil, let texts = CampaignTexts(in: intake.folder),
      let assets = MemoryKey.assets(settings, folder: intake.folder)
    else { return nil }
    disk = DiskCache(
      folder: cacheFolder, maximumBytes: settings.configuration.cache.maximumBytes, isReadOnly: settings.isDryRun)
    self.folder = folder
    key = MemoryKey.digest(["requests 1", assets.hex, folder.path, owner] + MemoryKey.compose(settings.configuration))
    state = MemoryKey.digest([pictures.hex, texts.digest.hex] + MemoryKey.texts(of: proven) + intake.messages.refused)
  }

  /// What composing would come to.
  ///
  /// - Returns: nil where that is not known, or the request folder is not as it was left.
  func recall() -> CampaignComposition? {
    guard let bytes = disk.bytes(under: key, limit: MemoryFile.largestFile),
      var remembered = RememberedComposition(bytes, of: state), let names = folder.settledFiles,
      names.count == remembered.files.count
    else { return nil }
    var isAsWritten = true
    for name in names {
      guard let file = remembered.files[name] else { return nil }
      switch file.known.compare(folder.path + "/" + name, file.digest) {
      case .same: continue
      case .changed: return nil
      case .sameBytes(let found):
        remembered.files[name] = .init(known: found, digest: file.digest)
        isAsWritten = false
      }
    }
    if isAsWritten { disk.markUsed(key) } else { write(remembered) }
    return remembered.composition
  }

  /// Remembers what was composed and committed.
  func save(_ composition: CampaignComposition) {
    let end = FileStamp.now
    guard composition.outcomes.count <= Self.mostRequests, let names = folder.settledFiles else { return }
    var files: [String: RememberedComposition.File] = [:]
    for name in names {
      let path = folder.path + "/" + name
      // Who changes a file after it was committed has another one than what was composed.
      guard let stamp = FileStamp(of: path), stamp.changed <= end else { return }
      let known = RememberedFile(stamp, readAfter: moment)
      let digest = known.isSettled ? nil : try? ContentDigest.read(path, limit: stamp.byteCount).digest
      files[name] = .init(known: known, digest: digest)
    }
    write(RememberedComposition(state: state, composition, files: files))
  }

  private func write(_ remembered: RememberedComposition) {
    if let bytes = remembered.bytes, bytes.count <= MemoryFile.largestFile { disk.write(bytes, under: key) }
  }
}

/// The files of messages, by their bytes.
private struct CampaignTexts {
  let digest: ContentDigest

  /// - Returns: nil where they cannot be read, or say something that hangs on the moment at which they are read.
  init?(in folder: String) {
    var digests: [String] = []
    for name in CampaignFiles.names.sorted() {
      let path = folder + "/" + name
      guard FileSystem.exists(path) else { continue }
      guard let start = try? FileReading.start(of: path, count: 1 << 20), !Self.namesMoment(start),
        let read = try? ContentDigest.read(path, limit: TableFile.mostBytes)
      else { return nil }
      digests.append("\(name) \(read.digest)")
    }
    digest = MemoryKey.digest(digests)
  }

  /// A request whose moment is over is refused. Keys and columns stand in the beginning of a file.
  private static func namesMoment(_ text: [UInt8]) -> Bool {
    [Array("expir".utf8), Array("EXPIR".utf8), Array("Expir".utf8)].contains { text.firstRange(of: $0) != nil }
  }
}

extension RequestFolder {
  /// The files of the set that is in it; nil where they cannot be told, or a run was killed over another set.
  fileprivate var settledFiles: [String]? { FolderExchange(self).isInterrupted ? nil : try? ownFiles() }
}

extension MemoryKey {
  /// What of the configuration decides how a message becomes a request.
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
