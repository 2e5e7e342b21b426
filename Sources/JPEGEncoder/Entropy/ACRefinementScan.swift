/// A scan that adds one bit to the magnitudes of all AC coefficients of a component (ITU-T T.81, G.1.2.3).
struct ACRefinementScan: ScanCoding {
  let component: QuantizedComponent
  /// The place of the bit: Al.
  let bit: Int

  func code<Sink: SymbolSink>(into sink: inout Sink) {
    var pending = PendingCorrections()
    component.ac.withUnsafeBufferPointer { entries in
      for block in 0..<component.shape.blockCount {
        let start = Int(component.starts[block])
        let range = UnsafeBufferPointer(rebasing: entries[start..<Int(component.starts[block + 1])])
        codeBlock(range, &pending, &sink)
      }
    }
    pending.flush(&sink)
  }

  @inline(__always) private func codeBlock<Sink: SymbolSink>(
    _ entries: UnsafeBufferPointer<QuantizedComponent.Entry>, _ pending: inout PendingCorrections, _ sink: inout Sink
  ) {
    // The last coefficient that this scan makes different from zero; after it no run of zeros needs a code.
    let lastNew = entries.lastIndex { abs(Int($0.value)) >> bit == 1 } ?? -1
    var (zeros, previous) = (0, 0)
    for (index, entry) in entries.enumerated() {
      let magnitude = abs(Int(entry.value)) >> bit
      zeros += Int(entry.position) - previous - 1
      previous = Int(entry.position)
      if magnitude == 0 {
        zeros += 1
        continue
      }
      while zeros > 15, index <= lastNew {
        pending.put(symbol: 0xF0, &sink)
        zeros -= 16
      }
      if magnitude > 1 {
        pending.append(magnitude & 1)
      } else {
        pending.put(symbol: zeros << 4 | 1, sign: entry.value < 0 ? 0 : 1, &sink)
        zeros = 0
      }
    }
    if previous < 63 || zeros > 0 || pending.hasBlockCorrections { pending.endBlock(&sink) }
  }
}

/// Correction bits that wait for the symbol that they follow, and the run of ended blocks that they belong to.
private struct PendingCorrections {
  /// Of blocks that have ended.
  private var ended: [UInt8] = []
  private var endedBlocks = 0
  /// Of the block that is being coded, since its last symbol.
  private var current: [UInt8] = []

  var hasBlockCorrections: Bool { !current.isEmpty }

  @inline(__always) mutating func append(_ bit: Int) { current.append(UInt8(truncatingIfNeeded: bit)) }

  @inline(__always) mutating func put<Sink: SymbolSink>(symbol: Int, sign: Int? = nil, _ sink: inout Sink) {
    flush(&sink)
    sink.put(symbol: symbol, table: 0)
    if let sign { sink.put(bits: sign, count: 1) }
    write(&current, &sink)
  }

  /// The rest of the block is told by the run of ended blocks.
  @inline(__always) mutating func endBlock<Sink: SymbolSink>(_ sink: inout Sink) {
    endedBlocks += 1
    ended += current
    current.removeAll(keepingCapacity: true)
    // libjpeg's encoder keeps no more than a thousand bits either.
    if endedBlocks == 0x7FFF || ended.count > 937 { flush(&sink) }
  }

  /// Writes the run of ended blocks and their corrections.
  @inline(__always) mutating func flush<Sink: SymbolSink>(_ sink: inout Sink) {
    guard endedBlocks > 0 else { return }
    let size = Magnitude.size(endedBlocks) - 1
    sink.put(symbol: size << 4, table: 0)
    sink.put(bits: endedBlocks, count: size)
    endedBlocks = 0
    write(&ended, &sink)
  }

  @inline(__always) private func write<Sink: SymbolSink>(_ bits: inout [UInt8], _ sink: inout Sink) {
    for bit in bits { sink.put(bits: Int(bit), count: 1) }
    bits.removeAll(keepingCapacity: true)
  }
}
