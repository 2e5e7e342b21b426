/// The places of a track's samples: an `stbl` box (ISO/IEC 14496-12, 8.6 and 8.7). Samples are in chunks; separate
/// tables hold the count in each chunk and the places of chunks.
struct SampleTable {
  /// The number of samples; 0 when the table of their sizes is unreadable.
  let count: Int
  /// The size of each sample in bytes where all are equal; 0 where `sizes` has them.
  private let commonSize: Int
  private let sizes: ByteView
  private let chunkOffsets: ByteView
  private let chunkOffsetWidth: Int
  private let runs: ByteView
  private let times: ByteView

  init(_ boxes: Boxes) {
    func table(_ type: FourCharacterCode) -> ByteView { boxes.first(type)?.payload ?? ByteView([]) }
    let long = table("co64")
    chunkOffsetWidth = long.isEmpty ? 4 : 8
    chunkOffsets = long.isEmpty ? table("stco") : long
    runs = table("stsc")
    times = table("stts")
    sizes = table("stsz")
    commonSize = sizes.uint32(at: 4) ?? 0
    let claimed = sizes.uint32(at: 8) ?? 0
    count = commonSize > 0 || sizes.count - 12 >= claimed * 4 ? claimed : 0
  }

  /// The duration of all samples together, in ticks of their media; nil unless known for all.
  var ticks: Int? {
    var (ticks, samples) = (0, 0)
    for entry in 0..<(times.uint32(at: 4) ?? 0) {
      guard let number = times.uint32(at: 8 + entry * 8), let delta = times.uint32(at: 12 + entry * 8) else {
        return nil
      }
      let (product, overflow) = number.multipliedReportingOverflow(by: delta)
      let (sum, sumOverflow) = ticks.addingReportingOverflow(product)
      if overflow || sumOverflow { return nil }
      ticks = sum
      samples += number
    }
    return samples == count ? ticks : nil
  }

  /// Whether each sample is in one of these ranges of the file.
  func lie(in places: [Range<Int>]) -> Bool {
    chunks?.allSatisfy { chunk in
      places.contains { $0.lowerBound <= chunk.lowerBound && chunk.upperBound <= $0.upperBound }
    } ?? false
  }

  /// The ranges of chunks in the file; nil unless known for all.
  var chunks: [Range<Int>]? {
    var sample = 0
    var runs = ChunkRuns(runs)
    var chunks: [Range<Int>] = []
    for chunk in 0..<(chunkOffsets.uint32(at: 4) ?? 0) {
      guard let number = runs.sampleCount(ofChunk: chunk + 1), number <= count - sample,
        let length = byteCount(of: number, from: sample),
        let start = chunkOffsets.unsigned(at: 8 + chunk * chunkOffsetWidth, width: chunkOffsetWidth)
      else { return nil }
      let (end, overflow) = start.addingReportingOverflow(length)
      guard !overflow else { return nil }
      chunks.append(start..<end)
      sample += number
    }
    return sample == count ? chunks : nil
  }

  /// The bytes of consecutive samples.
  private func byteCount(of number: Int, from first: Int) -> Int? {
    if commonSize > 0 {
      let (product, overflow) = number.multipliedReportingOverflow(by: commonSize)
      return overflow ? nil : product
    }
    var sum = 0
    for sample in first..<(first + number) {
      guard let size = sizes.uint32(at: 12 + sample * 4) else { return nil }
      sum += size
    }
    return sum
  }
}

/// How many samples are in each chunk: an `stsc` box. Each entry lasts from its first chunk to that of the next.
private struct ChunkRuns {
  private let table: ByteView
  private let count: Int
  private var entry = 0

  init(_ table: ByteView) {
    self.table = table
    count = table.uint32(at: 4) ?? 0
  }

  /// The samples in a chunk, counted from 1. Ask for chunks in order.
  mutating func sampleCount(ofChunk chunk: Int) -> Int? {
    while entry + 1 < count, let next = firstChunk(ofEntry: entry + 1), next <= chunk { entry += 1 }
    guard let first = firstChunk(ofEntry: entry), first <= chunk else { return nil }
    return table.uint32(at: 8 + entry * 12 + 4)
  }

  private func firstChunk(ofEntry entry: Int) -> Int? { table.uint32(at: 8 + entry * 12) }
}
