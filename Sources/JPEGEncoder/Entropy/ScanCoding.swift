/// What a scan of any kind puts: symbols in the order in which they are in the file.
protocol ScanCoding {
  func code<Sink: SymbolSink>(into sink: inout Sink)
}

/// The DC coefficients of one component, as differences (ITU-T T.81, G.1.2.1), at full precision.
struct DCScan: ScanCoding {
  let component: QuantizedComponent

  func code<Sink: SymbolSink>(into sink: inout Sink) {
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
