import MediaFacts

/// Divides the files of a campaign among shards.
///
/// A hash of the path chooses the shard, so that a new file moves no others; many files are spread evenly. Files that take too long for
/// chance, mainly videos, are dealt out by their estimated work.
package struct AssetPartition: Sendable {
  package struct File: Hashable, Sendable {
    /// Relative to the campaign folder.
    package var path: String
    package var byteCount: Int

    package init(path: String, byteCount: Int) {
      (self.path, self.byteCount) = (path, byteCount)
    }
  }

  /// 1 to `Shard.maximumCount`.
  package let count: Int

  package init(count: Int) { self.count = count }

  /// The number of each file's shard, from 1, in the order of the files.
  package func shards(of files: [File]) -> [Int] {
    var shards = files.map { Int(Self.hash($0.path) % UInt64(count)) + 1 }
    var loads = [Int](repeating: 0, count: count)
    for index in Self.dealt(files) {
      // The shard with the least so far; if several, the hash's choice, or the next.
      let first = shards[index] - 1
      let lightest = (0..<count).lazy.map { (first + $0) % count }.min { loads[$0] < loads[$1] } ?? first
      loads[lightest] += Self.work(files[index])
      shards[index] = lightest + 1
    }
    return shards
  }

  /// The places of the files to deal out, the most work first (R. L. Graham, "Bounds on multiprocessing timing anomalies", 1969).
  private static func dealt(_ files: [File]) -> [Int] {
    let places = files.indices.filter { work(files[$0]) >= largeWork }
    return places.sorted { first, second in
      let (work, other) = (work(files[first]), work(files[second]))
      return work == other ? files[first].path.utf8.lexicographicallyPrecedes(files[second].path.utf8) : work > other
    }
  }

  /// As much as eight photographs of two megabytes.
  private static let largeWork = 16 << 20
  /// About how many times as long a video's byte takes as a photograph's.
  private static let videoFactor = 8

  /// A file's expected time, as bytes of a photograph. Pictures of up to a megabyte take about equally long.
  package static func work(_ file: File) -> Int {
    let byteCount = min(max(file.byteCount, 1 << 20), 1 << 40)
    return moves(file.path) ? byteCount * videoFactor : byteCount
  }

  /// Only by name: it decides the shard, not the format.
  private static func moves(_ path: String) -> Bool {
    let name = path.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).last ?? []
    return MediaFormat.withExtension(String(decoding: name, as: UTF8.self).lowercased()).contains { format in
      if case .video = format { true } else { format == .picture(.gif) }
    }
  }

  /// FNV-1a over the path's bytes (https://datatracker.ietf.org/doc/html/rfc9923), then the finalizer of SplitMix64 (G. Steele and others,
  /// "Fast splittable pseudorandom number generators", 2014), because FNV-1a's low bits are no better than the last byte's. Machines with
  /// different versions of richpush may share a run, so it never changes.
  static func hash(_ path: String) -> UInt64 {
    var hash = path.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return hash ^ (hash >> 31)
  }
}
