import MediaFacts
import PushDelivery

/// What a report says of all files together. They are read once: there may be hundreds of thousands.
struct AssetSums {
  private(set) var hasVideo = false
  /// The paths of refused ones, in their order.
  private(set) var refused: [String] = []
  /// The paths of those that no message shows.
  private(set) var unused: Set<String> = []
  private(set) var planned = 0
  /// How many renditions the planned ones have, and how many of these come from the cache.
  private(set) var renditions = (all: 0, cached: 0)
  /// The planned ones' renditions by their names, as hashes, with the bytes of new ones. Equal pictures are one file.
  private var files: [Int: Int?] = [:]

  init(_ assets: some Sequence<AssetOutcome>) { for asset in assets { add(asset) } }

  private mutating func add(_ asset: AssetOutcome) {
    if case .video = asset.inspection { hasVideo = true }
    switch asset.status {
    case .refused: refused.append(asset.path)
    case .unused: unused.insert(asset.path)
    case .planned:
      planned += 1
      for rendition in asset.renditions {
        renditions.all += 1
        if rendition.fromCache { renditions.cached += 1 }
        let known = files[rendition.path.hashValue] ?? nil
        files[rendition.path.hashValue] = .some(known ?? (rendition.written ? rendition.bytes : nil))
      }
    case .published, .failed, .ignored: break
    }
  }

  /// The renditions that publishing would add, and how many are there already.
  var publication: (new: Int, newBytes: Int, known: Int) {
    let new = files.values.compactMap(\.self)
    return (new.count, new.reduce(0, +), files.count - new.count)
  }
}
