import Findings
import MediaFacts
import PushDelivery

/// The files that runs published, from the indexes of their request folders: the clients that each was made for.
///
/// Such a file was judged when it was made, by its source. Only two questions remain: is it still whole, and do the clients that it was
/// made for show it.
struct PublishedFiles: Sendable {
  private struct File: Hashable {
    var name: String
    var digest: ContentDigest
  }

  private var clients: [File: Set<Platform>] = [:]

  /// - Parameter requestFolders: those with possible indexes.
  init(listedIn requestFolders: Set<String> = []) {
    for folder in requestFolders {
      let path = folder + "/" + RequestFolder.indexName
      guard let bytes = try? FileReading.bytes(of: path, limit: RequestIndex.largestFile) else { continue }
      for asset in RequestIndex.read(bytes)?.assets ?? [] {
        clients[File(name: asset.path, digest: asset.sha256), default: []].formUnion(asset.clients)
      }
    }
  }

  /// The clients that a file was made for; nil if no index lists it with these bytes.
  func clients(ofFileNamed name: String, digest: ContentDigest) -> Set<Platform>? {
    clients[File(name: name, digest: digest)]
  }
}

extension CheckSettings {
  /// The published files of each index among the targets, or in pipeline.yml's request folder.
  func publishedFiles(beside targets: [CheckTarget]) -> PublishedFiles {
    let folders = targets.compactMap { target in
      if case .request(let path) = target { FileSystem.parent(of: path) } else { nil }
    }
    return PublishedFiles(listedIn: Set(folders + [pipeline.requestFolder]))
  }
}
