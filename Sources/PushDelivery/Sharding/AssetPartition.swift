import MediaFacts

/// Which shard gets which file of a campaign.
///
/// Shares are even, since the one with most to do is waited for. Files that are no small part of a share, and videos above all, are
/// dealt out by the work that they are expected to be. All others are put in the order of a hash of their paths, which is cut where each
/// shard has its part of the work. So of many files a new one moves hardly any other: at each border the last one before it, or the
/// first behind it. That none ever moves would need a shard's choice by the file alone, and shares as uneven as chance makes them.
package struct AssetPartition: Sendable {
  package struct File: Hashable, Sendable {
    /// Relative to the campaign folder.
    package var path: String
    package var byteCount: Int

    package init(path: String, byteCount: Int) {
      self.path = path
      self.byteCount = byteCount
    }
  }

  /// 1 to `Shard.maximumCount`.
  package let count: Int

  package init(count: Int) { self.count = count }

  /// The number of each file's shard, from 1, in the order of the files.
  package func shards(of files: [File]) -> [Int] {
    let work = files.map(Self.work)
    let least = leastDealt(work.reduce(0, +))
    var shards = [Int](repeating: 0, count: files.count)
    var loads = ShardLoads(count: count)
    for index in Self.dealt(files, work, least: least) { shards[index] = loads.addToLightest(work[index]) + 1 }
    let hashes = files.map { Self.hash($0.path) }
    let rest = files.indices.filter { work[$0] < least }.sorted { first, second in
      (hashes[first], files[first].path) < (hashes[second], files[second].path)
    }
    var borders = loads.borders(forMore: rest.reduce(0) { $0 + work[$1] }).enumerated().makeIterator()
    var (shard, border) = borders.next() ?? (0, .infinity)
    var done = 0.0
    for index in rest {
      // A file belongs where its middle is.
      while done + Double(work[index]) / 2 > border, let next = borders.next() { (shard, border) = next }
      shards[index] = shard + 1
      done += Double(work[index])
    }
    return shards
  }

  /// From what work on a file is dealt out: between a 128th and a 64th of a share. A power of two, so that hardly any new file
  /// changes it.
  private func leastDealt(_ total: Int) -> Int {
    let part = max(total / count / 64, 1)
    return 1 << (Int.bitWidth - 1 - part.leadingZeroBitCount)
  }

  /// The places of the files that are dealt out, the most work first (R. L. Graham, "Bounds on multiprocessing timing anomalies",
  /// 1969).
  private static func dealt(_ files: [File], _ work: [Int], least: Int) -> [Int] {
    files.indices.filter { work[$0] >= least }.sorted { first, second in
      work[first] == work[second] ? files[first].path < files[second].path : work[first] > work[second]
    }
  }

  /// About how many times as long a byte of a video takes as one of a photograph.
  private static let videoFactor = 8

  /// How long a file may take, as bytes of a photograph. Pictures of up to a megabyte take about equally long.
  package static func work(_ file: File) -> Int {
    let byteCount = min(max(file.byteCount, 1 << 20), 1 << 34)
    return moves(file.path) ? byteCount * videoFactor : byteCount
  }

  /// By the name alone: it decides who makes it, and not what it is.
  private static func moves(_ path: String) -> Bool {
    let name = path.utf8.suffix(while: { $0 != UInt8(ascii: ".") })
    return MediaFormat.withExtension(String(decoding: name, as: UTF8.self).lowercased()).contains { format in
      if case .video = format { true } else { format == .picture(.gif) }
    }
  }

  /// FNV-1a over the path's bytes (https://datatracker.ietf.org/doc/html/rfc9923), and the finalizer of SplitMix64 behind it
  /// (G. Steele and others, "Fast splittable pseudorandom number generators", 2014), since names that differ in their last byte alone
  /// would else lie beside each other.
  static func hash(_ path: String) -> UInt64 {
    var hash = path.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return hash ^ (hash >> 31)
  }
}

extension BidirectionalCollection {
  /// The elements at the end that all meet a condition.
  fileprivate func suffix(while condition: (Element) -> Bool) -> SubSequence {
    var start = endIndex
    while start > startIndex, condition(self[index(before: start)]) { start = index(before: start) }
    return self[start...]
  }
}
