/// All coefficients of all components, interleaved (ITU-T T.81, A.2.3 and F.1.2): the only scan of a baseline JPEG.
///
/// Tables 0 and 1 are those of DC coefficients of luma and chroma, 2 and 3 those of AC coefficients.
struct SequentialScan: ScanCoding {
  let components: [QuantizedComponent]
  /// Blocks of luma for each one of chroma, in each direction.
  let lumaFactor: Int

  func code<Sink: SymbolSink>(into sink: inout Sink) {
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

  /// Blocks that only complete a unit are like the one before them, and have no AC coefficients.
  @inline(__always) private func codeBlock<Sink: SymbolSink>(
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

  @inline(__always) private func codeAC<Sink: SymbolSink>(
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
