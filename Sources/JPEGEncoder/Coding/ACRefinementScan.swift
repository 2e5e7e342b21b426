/// A scan that adds one bit to all AC coefficients of a component (ITU-T T.81, G.1.2.3).
struct ACRefinementScan: ScanCoding {
  let component: QuantizedComponent
  /// The position of the bit: Al.
  let bit: Int

  func code<Sink: SymbolSink & ~Copyable>(into sink: inout Sink) {
    var pending = PendingCorrections()
    let entries = component.ac.entries.span
    for block in 0..<component.shape.blockCount {
      codeBlock(entries.extracting(component.ac.range(ofBlock: block)), &pending, &sink)
    }
    pending.flush(&sink)
  }

  @inline(__always) private func codeBlock<Sink: SymbolSink & ~Copyable>(
    _ entries: Span<ACCoefficients.Entry>, _ pending: inout PendingCorrections, _ sink: inout Sink
  ) {
    // The last coefficient that becomes non-zero in this scan; after it runs of zeros need no code.
    var lastNew = entries.count &- 1
    while lastNew >= 0, magnitude(entries[lastNew]) != 1 { lastNew &-= 1 }
    var (zeros, previous) = (0, 0)
    for index in 0..<entries.count {
      let (position, magnitude) = (Int(entries[index].position), magnitude(entries[index]))
      zeros &+= position &- previous &- 1
      previous = position
      if magnitude == 0 {
        zeros &+= 1
        continue
      }
      while zeros > 15, index <= lastNew {
        pending.put(symbol: 0xF0, &sink)
        zeros &-= 16
      }
      if magnitude > 1 {
        pending.append(magnitude & 1)
      } else {
        pending.put(symbol: zeros << 4 | 1, sign: entries[index].value < 0 ? 0 : 1, &sink)
        zeros = 0
      }
    }
    if previous < 63 || zeros > 0 || pending.hasBlockCorrections { pending.endBlock(&sink) }
  }

  @inline(__always) private func magnitude(_ entry: ACCoefficients.Entry) -> Int { Int(entry.value.magnitude) &>> bit }
}

/// Correction bits that wait for their preceding symbol, and their end-of-band run.
private struct PendingCorrections: ~Copyable {
  /// libjpeg's encoder also keeps at most a thousand bits.
  private static let most = 937
  /// First the run's bits, then at most 63 of the current block since its last symbol.
  private let bits = WrappingBuffer<UInt8, Capacity1024>(repeating: 0)
  private var runCount = 0
  private var count = 0
  private var run = 0

  var hasBlockCorrections: Bool { count > runCount }

  @inline(__always) mutating func append(_ bit: Int) {
    bits[count] = UInt8(truncatingIfNeeded: bit)
    count &+= 1
  }

  @inline(__always) mutating func put<Sink: SymbolSink & ~Copyable>(symbol: Int, sign: Int? = nil, _ sink: inout Sink) {
    let first = runCount
    writeRun(&sink)
    sink.put(symbol: symbol, table: 0)
    if let sign { sink.put(bits: sign, count: 1) }
    bits.withSpan(first..<count) { sink.put(corrections: $0) }
    count = 0
  }

  /// The end-of-band run covers the rest of the block.
  @inline(__always) mutating func endBlock<Sink: SymbolSink & ~Copyable>(_ sink: inout Sink) {
    run &+= 1
    runCount = count
    if run == 0x7FFF || runCount > Self.most { flush(&sink) }
  }

  /// Writes the end-of-band run and its corrections, between blocks.
  @inline(__always) mutating func flush<Sink: SymbolSink & ~Copyable>(_ sink: inout Sink) {
    writeRun(&sink)
    count = 0
  }

  @inline(__always) private mutating func writeRun<Sink: SymbolSink & ~Copyable>(_ sink: inout Sink) {
    guard run > 0 else { return }
    let size = Magnitude.size(run) &- 1
    sink.put(symbol: size << 4, table: 0)
    sink.put(bits: run, count: size)
    bits.withSpan(0..<runCount) { sink.put(corrections: $0) }
    (run, runCount) = (0, 0)
  }
}
