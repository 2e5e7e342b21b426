import Findings
import MediaFacts
import PushDelivery

/// A folder argument of a check.
struct CheckedFolder {
  /// As given, without a slash at its end.
  private let path: String
  /// Its files, relative to it, without hidden ones.
  private let files: [String]
  /// About links that leave it.
  private let diagnostics: [Diagnostic]

  /// - Throws: `PipelineError.fileSystem` when the folder cannot be read.
  init(_ argument: String, excludedFolders: [String]) throws(PipelineError) {
    let scanner = CampaignScanner(folder: argument, excludedFolders: excludedFolders, excludedNames: ["pipeline.yml"])
    let scan = try PipelineError.wrapping(try scanner.scan())
    (path, files, diagnostics) = (argument.withoutTrailingSlash, scan.files.map(\.path), scan.diagnostics)
  }

  /// Classifies its files. The targets are in the order of their paths: campaigns first, then the other files.
  func resolution(asIs: Bool) -> CheckTarget.Resolution {
    let media = files.filter { !Self.isRequestName($0) && Self.isMedia($0, in: path) }
    let campaigns = asIs ? [] : campaigns(besides: media)
    func isAlone(_ path: String) -> Bool { !campaigns.contains { CampaignSearch.lies(path, in: $0) } }
    let indices = Set(files.filter { RequestIndex.isIndex(at: path + "/" + $0) })
    let requests = files.filter { isRequest($0, beside: indices) }
    let programs = files.filter {
      Self.isProgram($0) && !Self.isMedia($0, in: path) && !OwnFile.isProgram(at: path + "/" + $0)
    }
    let targets =
      campaigns.map { CheckTarget.campaign(folder: $0.isEmpty ? path : at($0)) }
      + media.filter(isAlone).map { .media(path: at($0)) } + requests.map { .request(path: at($0)) }
      + programs.map { .unjudged(path: at($0), isNamed: false) }
    let ofSets = indices.sorted().flatMap { index in
      let place = index.dropLast(RequestFolder.indexName.count)
      return (CommittedSet(at: path + "/" + place)?.diagnostics ?? []).map { $0.about(place + $0.subject.name) }
    }
    // A campaign's own check reports its links.
    let named = (diagnostics + ofSets + altered(media)).filter { isAlone($0.subject.name) }.map {
      $0.about(at($0.subject.name))
    }
    return .init(targets: targets, diagnostics: named)
  }

  /// The folders that `run` can use, relative to this one: they have a file of messages, or a file in this one is not named as richpush
  /// names published files.
  private func campaigns(besides media: [String]) -> [String] {
    let folders = CampaignSearch.campaigns(among: files)
    let isCampaign = media.contains { !PublishedAsset.isName(FileSystem.name(of: $0)) }
    return folders.isEmpty && isCampaign ? [""] : folders
  }

  /// Published files that changed since: their bytes are not those of their names, and other files' of the same folder are.
  private func altered(_ media: [String]) -> [Diagnostic] {
    let named = media.filter { PublishedAsset.isName(FileSystem.name(of: $0)) }
    let folders = Dictionary(grouping: named) { FileSystem.parent(of: $0) }.values.filter { $0.count > 1 }
    return folders.flatMap { files -> [Diagnostic] in
      let fits = files.map { file in
        PublishedFile.isRendition(FileSystem.name(of: file), in: FileSystem.parent(of: path + "/" + file))
      }
      let changed = fits.contains(true) ? zip(files, fits).filter { $1 == false }.map(\.0) : []
      return changed.map {
        Diagnostic(
          .destinationConflict, .init(.file, $0),
          "its bytes are not those that its name was made of: something changed it after it was published")
      }
    }.sorted { $0.subject.name < $1.subject.name }
  }

  private func isRequest(_ name: String, beside indices: Set<String>) -> Bool {
    let path = path + "/" + name
    return Self.isRequestName(name) && !Self.isNoRequest(name, beside: indices) && !OwnFile.isReport(at: path)
      && !Self.isOtherJSON(at: path)
  }

  /// A file's path, relative to the working directory.
  private func at(_ relative: String) -> String {
    switch path {
    case ".": relative
    case "/": "/" + relative
    default: path + "/" + relative
    }
  }

  static func isRequestName(_ path: String) -> Bool {
    let name = path.lowercased()
    return [".json", ".jsonl", ".ndjson"].contains { name.hasSuffix($0) }
  }

  /// Whether a file is a program's settings or other data, and not a request. Most requests show it in their first bytes, so few files are
  /// read.
  private static func isOtherJSON(at path: String) -> Bool {
    guard path.lowercased().hasSuffix(".json"), let start = try? FileReading.start(of: path, count: 256),
      !["\"message\"", "\"notification\"", "\"topic\"", "\"token\"", "\"aps\""].contains(
        where: String(decoding: start, as: UTF8.self).contains),
      let bytes = try? FileReading.bytes(of: path, limit: mostOtherBytes)
    else { return false }
    return RequestFile(bytes).isOtherJSON
  }

  /// Larger files are read in parts, and reported as not requests.
  private static let mostOtherBytes = 4_000_000

  /// Folders of libraries, with foreign programs.
  private static let libraries: Set<Substring> = ["node_modules", "site-packages", "vendor", "Pods"]

  private static func isProgram(_ relative: String) -> Bool {
    UnjudgedText(fileName: relative)?.isProgram == true
      && !relative.split(separator: "/").contains(where: libraries.contains)
  }

  /// Whether the name or the bytes claim a medium, so that a false claim is reported.
  private static func isMedia(_ relative: String, in folder: String) -> Bool {
    // TypeScript has the extension of MPEG transport streams.
    if MediaFormat.isMediaName(relative), UnjudgedText(fileName: relative) == nil { return true }
    let start = try? FileReading.start(of: folder + "/" + relative, count: SniffedFormat.neededByteCount)
    return start.map { SniffedFormat(firstBytes: $0).format != nil } ?? false
  }

  /// Whether a file is the index of a request folder, or next to it and never sent: a previous request, the validate-only twin of a
  /// request, or a device's payload.
  private static func isNoRequest(_ relative: String, beside indices: Set<String>) -> Bool {
    indices.contains(relative)
      || indices.contains { index in
        let folder = index.dropLast(RequestFolder.indexName.count)
        return RequestFolder.foldersWithoutRequests.contains { relative.hasPrefix(folder + $0) }
      }
  }
}

extension RequestIndex {
  /// Whether a file is the index of a request folder.
  static func isIndex(at path: String) -> Bool {
    guard FileSystem.name(of: path) == RequestFolder.indexName else { return false }
    // An index of many requests is large, and no request begins like it.
    guard let start = try? FileReading.start(of: path, count: 100) else { return false }
    if start.starts(with: RequestIndex.beginning) { return true }
    return (try? FileReading.bytes(of: path, limit: 1 << 26)).map(RequestIndex.isIndex) ?? false
  }
}
