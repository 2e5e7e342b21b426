import Findings
import PushDelivery
import SystemPackage

/// Finds files in a published folder that no request refers to, and removes them if wanted.
///
/// It only looks at regular files of the folder itself whose names are richpush's and match their bytes. Files that a request folder's
/// index or a withdrawn request in `stale` refers to stay, and so do recent files: FCM may still deliver a request that refers to them.
public struct Pruning: Sendable {
  private let folder: String
  /// The request folders whose sets it looks at.
  public let requestFolders: [String]
  private let now: Int

  /// The longest that FCM keeps a message.
  public static let keptSeconds = TimeToLive.maximumSeconds

  /// - Parameters:
  ///   - folder: the published folder.
  ///   - requestFolders: folders with requests that refer to its files, or their indexes. Other request folders next to them are added.
  ///   - now: in seconds since 1970.
  public init(folder: String, requestFolders: [String], now: Int) {
    let known = Set(requestFolders.map { RequestFolder(at: $0).path })
    let neighbours = Set(known.map(FileSystem.parent)).sorted().flatMap { parent in
      FileSystem.names(in: parent).sorted().map { parent + "/" + $0 }.filter {
        !known.contains($0) && !FileSystem.name(of: $0).hasPrefix(".")
          && RequestIndex.isOwn(at: RequestFolder(path: $0).indexPath)
      }
    }
    (self.folder, self.now) = (folder, now)
    self.requestFolders = requestFolders + neighbours
  }

  /// - Parameter isRemoving: whether files are removed, and not only listed.
  /// - Throws: `PipelineError` if one of the request folders has no index, or a folder cannot be read or locked.
  public func run(isRemoving: Bool) async throws(PipelineError) -> PruningReport {
    try await BlockingThreads.forFiles.run { () async throws(PipelineError) in try await prune(isRemoving) }
  }

  private func prune(_ isRemoving: Bool) async throws(PipelineError) -> PruningReport {
    let sets = try requestFolders.map(RequestFolder.named)
    guard FileSystem.kind(of: folder) == .folder else {
      throw .refused(.campaign("noPublishedFolder"), .init(.file, folder))
    }
    // A running run may be about to refer to these files.
    let lock = try await lock(sets)
    defer { withExtendedLifetime(lock) {} }
    var used: Set<String> = []
    for requests in sets { used.formUnion(try PublishedNames.used(by: requests)) }
    let names = try PipelineError.wrapping(try PublishedNames.files(in: folder))
    let unused = names.filter { !used.contains($0) }.compactMap(file).filter { $0.seconds > Self.keptSeconds }
    var report = PruningReport(files: unused, isRemoved: isRemoving)
    guard isRemoving else { return report }
    for file in unused {
      do throws(FileSystemError) { try FileSystem.delete(folder + "/" + file.name) } catch {
        report.files.removeAll { $0 == file }
        report.diagnostics.append(error.diagnostic(of: error.path, error.description))
      }
    }
    DurableFile.syncFolder(folder)
    return report
  }

  /// nil if it is not ours: a link, a folder, or other bytes under such a name.
  private func file(_ name: String) -> PruningReport.File? {
    let path = folder + "/" + name
    guard FileSystem.isRegularFile(path), let state = try? FileSystem.state(of: path),
      (try? PublishedFile(name, in: folder)) != nil
    else { return nil }
    return PruningReport.File(name: name, bytes: state.byteCount, seconds: now - state.seconds)
  }

  private func lock(_ sets: [RequestFolder]) async throws(PipelineError) -> FolderLock {
    do throws(FileSystemError) {
      return try await FolderLock(folders: [folder] + sets.map { FileSystem.parent(of: $0.path) }, waiting: { _ in })
    } catch { throw .fileSystem(error) }
  }
}

/// The names of published files.
enum PublishedNames {
  /// Those that files of a folder have, sorted.
  static func files(in folder: String) throws(FileSystemError) -> [String] {
    try FileSystem.entries(of: folder).compactMap(\.name).filter(PublishedAsset.isName).sorted()
  }

  /// The names in a folder's committed requests, and in withdrawn ones, which may have been sent.
  ///
  /// - Throws: `PipelineError` if the folder has no index, or something in it cannot be read.
  static func used(by requests: RequestFolder) throws(PipelineError) -> Set<String> {
    let path = requests.indexPath
    do throws(FileSystemError) {
      guard FileSystem.isRegularFile(path) else { throw FileSystemError("read", path, .noSuchFileOrDirectory) }
      let committed = try RequestIndex.usedURLs(in: requests).flatMap { names(in: Array($0.utf8)) }
      return try withdrawn(in: requests.path + "/" + RequestFolder.staleName).union(committed)
    } catch { throw error.isMissing || error.isAboutThePath ? .campaign([.noIndex(path)]) : .fileSystem(error) }
  }

  /// The names in all files below a folder; empty if it is missing.
  private static func withdrawn(in folder: String) throws(FileSystemError) -> Set<String> {
    guard FileSystem.kind(of: folder) == .folder else { return [] }
    var found: Set<String> = []
    for case .name(let name) in try FileSystem.entries(of: folder) {
      let path = folder + "/" + name
      if FileSystem.kind(of: path) == .folder {
        found.formUnion(try withdrawn(in: path))
      } else if FileSystem.isRegularFile(path) {
        found.formUnion(names(in: try FileReading.bytes(of: path, limit: RequestIndex.largestFile)))
      }
    }
    return found
  }

  /// Every published name in a text, split at characters that such names do not have.
  static func names(in text: [UInt8]) -> Set<String> {
    let words = text.split { !isNameCharacter($0) }.filter { $0.contains(UInt8(ascii: ".")) }
    return Set(words.map { String(decoding: $0, as: UTF8.self) }.filter(PublishedAsset.isName))
  }

  private static func isNameCharacter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || isDigit(byte) || "-.".utf8.contains(byte)
  }
}
