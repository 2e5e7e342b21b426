import Findings
import MediaFacts
import PushDelivery

/// The files that runs published, as the indexes of their request folders tell: what each was made for.
///
/// Such a file was judged when it was made, by the picture that it was made of. What is left to ask is whether it is still whole, and
/// whether the clients that it was made for show it.
struct PublishedFiles: Sendable {
  private struct File: Hashable {
    var name: String
    var digest: ContentDigest
  }

  private var clients: [File: Set<Platform>] = [:]

  /// - Parameter requestFolders: those that may hold an index.
  init(listedIn requestFolders: Set<String> = []) {
    for folder in requestFolders {
      let path = folder + "/" + RequestFolder.indexName
      guard let bytes = try? FileReading.bytes(of: path, limit: RequestIndex.largestFile) else { continue }
      for asset in RequestIndex.read(bytes)?.assets ?? [] {
        clients[File(name: asset.path, digest: asset.sha256), default: []].formUnion(asset.clients)
      }
    }
  }

  /// The clients that a file was made for; nil where no index lists it, or its bytes are others.
  func clients(ofFileNamed name: String, digest: ContentDigest) -> Set<Platform>? {
    clients[File(name: name, digest: digest)]
  }
}

extension CheckSettings {
  /// What runs published of which an index is among the targets, or where pipeline.yml has requests lie.
  func publishedFiles(beside targets: [CheckTarget]) -> PublishedFiles {
    let folders = targets.compactMap { target in
      if case .request(let path) = target { FileSystem.parent(of: path) } else { nil }
    }
    return PublishedFiles(listedIn: Set(folders + [pipeline.requestFolder]))
  }
}
