/// The first scan of a band of AC coefficients of one component (ITU-T T.81, G.1.2.2).
struct ACScan: ScanCoding {
  let component: QuantizedComponent
  /// Places in zigzag order, within 1 to 63.
  let band: ClosedRange<Int>
  /// The number of low bits that later scans refine: Al.
  var lowBits = 0

  func code<Sink: SymbolSink & ~Copyable>(into sink: inout Sink) {
    var run = EndOfBandRun()
    let entries = component.ac.entries.span
    for block in 0..<component.shape.blockCount {
      let last = codeBlock(entries, component.ac.range(ofBlock: block), &run, &sink)
      if last != band.upperBound { run.extend(&sink) }
    }
    run.end(&sink)
  }

  /// - Returns: the place of the block's last coefficient, or the one before the band if all are zero.
  @inline(__always) private func codeBlock<Sink: SymbolSink & ~Copyable>(
    _ entries: Span<ACCoefficients.Entry>, _ range: Range<Int>, _ run: inout EndOfBandRun, _ sink: inout Sink
  ) -> Int {
    var last = band.lowerBound - 1
    for index in range {
      let entry = entries[index]
      let position = Int(entry.position)
      if position < band.lowerBound { continue }
      if position > band.upperBound { break }
      let value = Int(entry.value)
      let magnitude = abs(value) >> lowBits
      if magnitude == 0 { continue }
      run.end(&sink)
      var zeros = position - last - 1
      while zeros > 15 {
        sink.put(symbol: 0xF0, table: 0)
        zeros -= 16
      }
      let size = Magnitude.size(magnitude)
      sink.put(symbol: zeros << 4 | size, table: 0)
      sink.put(bits: value < 0 ? ~magnitude : magnitude, count: size)
      last = position
    }
    return last
  }
}

/// Blocks in a row without further coefficients in a band, which one symbol counts.
struct EndOfBandRun {
  private var count = 0

  @inline(__always) mutating func extend<Sink: SymbolSink & ~Copyable>(_ sink: inout Sink) {
    count += 1
    if count == 0x7FFF { end(&sink) }
  }

  @inline(__always) mutating func end<Sink: SymbolSink & ~Copyable>(_ sink: inout Sink) {
    guard count > 0 else { return }
    let size = Magnitude.size(count) - 1
    sink.put(symbol: size << 4, table: 0)
    sink.put(bits: count, count: size)
    count = 0
  }
}

/// A scan of any kind, which writes symbols in file order.
protocol ScanCoding { func code<Sink: SymbolSink & ~Copyable>(into sink: inout Sink) }

/// The DC coefficients of one component, as differences (ITU-T T.81, G.1.2.1), at full precision.
struct DCScan: ScanCoding {
  let component: QuantizedComponent

  func code<Sink: SymbolSink & ~Copyable>(into sink: inout Sink) {
    var previous = 0
    for value in component.dc {
      let difference = Int(value) - previous
      let size = Magnitude.size(abs(difference))
      sink.put(symbol: size, table: 0)
      sink.put(bits: Magnitude.bits(difference), count: size)
      previous = Int(value)
    }
  }
}

/// All coefficients of all components, interleaved (ITU-T T.81, A.2.3 and F.1.2): the only scan of a baseline JPEG.
///
/// Tables 0 and 1 are those of DC coefficients of luma and chroma, 2 and 3 those of AC coefficients.
struct SequentialScan: ScanCoding {
  let components: [QuantizedComponent]
  /// Blocks of luma for each one of chroma, in each direction.
  let lumaFactor: Int

  func code<Sink: SymbolSink & ~Copyable>(into sink: inout Sink) {
    var previous = [Int](repeating: 0, count: components.count)
    let luma = components[0].shape
    let unitsWide = (luma.blocksWide + lumaFactor - 1) / lumaFactor
    let unitsHigh = (luma.blocksHigh + lumaFactor - 1) / lumaFactor
    for unit in 0..<unitsWide * unitsHigh {
      let (row, column) = unit.quotientAndRemainder(dividingBy: unitsWide)
      for (index, component) in components.enumerated() {
        let factor = index == 0 ? lumaFactor : 1
        for block in 0..<factor * factor {
          let (y, x) = (row * factor + block / factor, column * factor + block % factor)
          codeBlock(component, x: x, y: y, table: min(index, 1), &previous[index], &sink)
        }
      }
    }
  }

  /// Blocks that only complete a unit repeat the previous DC, and have no AC coefficients.
  @inline(__always) private func codeBlock<Sink: SymbolSink & ~Copyable>(
    _ component: QuantizedComponent, x: Int, y: Int, table: Int, _ previous: inout Int, _ sink: inout Sink
  ) {
    let isReal = x < component.shape.blocksWide && y < component.shape.blocksHigh
    let block = y * component.shape.blocksWide + x
    let dc = isReal ? Int(component.dc[block]) : previous
    let size = Magnitude.size(abs(dc - previous))
    sink.put(symbol: size, table: table)
    sink.put(bits: Magnitude.bits(dc - previous), count: size)
    previous = dc
    codeAC(component, isReal ? block : nil, table: table + 2, &sink)
  }

  @inline(__always) private func codeAC<Sink: SymbolSink & ~Copyable>(
    _ component: QuantizedComponent, _ block: Int?, table: Int, _ sink: inout Sink
  ) {
    var last = 0
    for index in block.map({ component.ac.range(ofBlock: $0) }) ?? 0..<0 {
      let entry = component.ac.entries[index]
      var zeros = Int(entry.position) - last - 1
      while zeros > 15 {
        sink.put(symbol: 0xF0, table: table)
        zeros -= 16
      }
      let size = Magnitude.size(abs(Int(entry.value)))
      sink.put(symbol: zeros << 4 | size, table: table)
      sink.put(bits: Magnitude.bits(Int(entry.value)), count: size)
      last = Int(entry.position)
    }
    if last != 63 { sink.put(symbol: 0, table: table) }
  }
}
