import PushDelivery
import SystemPackage

/// The names of published files in written requests.
enum PublishedNames {
  /// The names in a folder's committed requests, and in withdrawn ones, which may have been sent.
  ///
  /// - Throws: `PipelineError` if the folder has no index, or something in it cannot be read.
  static func used(by requests: RequestFolder) throws(PipelineError) -> Set<String> {
    let path = requests.path + "/" + RequestFolder.indexName
    do throws(FileSystemError) {
      guard FileSystem.isRegularFile(path) else { throw FileSystemError("read", path, .noSuchFileOrDirectory) }
      let committed = try RequestIndex.usedURLs(in: requests).flatMap { names(in: Array($0.utf8)) }
      return try withdrawn(in: requests.path + "/" + RequestFolder.staleName).union(committed)
    } catch {
      throw error.isMissing || error.isAboutThePath ? .campaign([.noIndex(path)]) : .fileSystem(error)
    }
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
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }
}
