/// The search for the best encoding of a picture under a limit.
struct LimitSearch {
  private(set) var state: EncodingState
  private let limit: Int
  /// How near to the limit the scale comes, as part of it, before the result is looked at and after that.
  private static let (roughly, nearly) = (0.06, 0.03)
  /// What stuffing adds, as part of the counted bytes: typical, until a file has been written.
  private var stuffing = 0.003

  init(_ state: EncodingState, limit: Int) {
    self.state = state
    self.limit = limit
  }

  /// - Throws: `JPEGEncodingError.limitTooSmall`.
  mutating func run() throws(JPEGEncodingError) -> JPEGEncoding {
    state.estimateScale(bytes: limit)
    let looks = state.isWorthALook(bytes: limit)
    let tolerance = looks ? Self.roughly : Self.nearly
    state.settleScale(bytes: countedLimit, tolerance: tolerance)
    if state.refineChroma() { state.settleScale(bytes: countedLimit, tolerance: tolerance) }
    if looks { look() }
    do {
      return withFinestSamples(try fit())
    } catch {
      // Beyond what bits that count more can do, everything is made as coarse as it gets.
      state.level = QuantizationLevel(scale: QuantizationLevel.scales.upperBound)
      return try fit()
    }
  }

  /// Looks at the result as often as it pays, and each time goes on with what has been learned from it.
  private mutating func look() {
    state.lookAtResult()
    state.settleScale(bytes: countedLimit, tolerance: Self.nearly)
    let again = state.looksAgain
    for number in 0..<again {
      // What chroma does to luma changes little from one look to the next.
      state.lookAgain(compensates: number > 0 && number == again - 1)
      state.settleScale(bytes: countedLimit, tolerance: Self.nearly)
    }
    state.compensated = nil
  }

  /// The limit without what stuffing adds.
  private var countedLimit: Int { Int(min(Double(limit) / (1 + stuffing), 1e15)) }

  /// Uses the limit up.
  private mutating func fit() throws(JPEGEncodingError) -> JPEGEncoding {
    var search = LambdaSearch(limit: limit)
    var best: JPEGEncoding?
    var smallest = Int.max
    while let multiplier = search.next {
      state.level.lambdaMultiplier = multiplier
      if multiplier == 1 { state.quantizeCompensated() } else { state.quantize() }
      let file = state.file()
      var size = stuffed(file)
      if let encoding = fitRows(bytes: size) { return encoding }
      if size <= limit, size > best?.bytes.count ?? 0 {
        let encoding = encoding(file)
        size = encoding.bytes.count
        if size <= limit { best = encoding }
      }
      smallest = min(smallest, size)
      search.record(bytes: size)
    }
    guard let best else { throw .limitTooSmall(limit, smallest: smallest) }
    return best
  }

  /// Uses the limit up by some rows alone, where that is enough.
  private mutating func fitRows(bytes: Int) -> JPEGEncoding? {
    let luma = state.quantizer.components[0]
    guard var search = RowSearch(limit: limit, rows: luma.shape.blocksHigh, bytes: bytes) else { return nil }
    var mixture = MixedRows(luma)
    while let rows = search.next {
      state.mix(&mixture, changed: rows, lambdaMultiplier: search.lambdaMultiplier)
      let file = state.file()
      var size = stuffed(file)
      if LambdaSearch.isGood(size, limit: limit) {
        let encoding = encoding(file)
        size = encoding.bytes.count
        if LambdaSearch.isGood(size, limit: limit) { return encoding }
      }
      search.record(bytes: size)
    }
    return nil
  }

  /// About how many bytes a file takes.
  private func stuffed(_ file: JPEGFile) -> Int { Int(Double(file.countedBytes) * (1 + stuffing)) }

  /// A written file, from which is learned what stuffing adds.
  private mutating func encoding(_ file: JPEGFile) -> JPEGEncoding {
    let encoding = state.encoding(file)
    stuffing = Double(encoding.bytes.count) / Double(file.countedBytes) - 1
    return encoding
  }

  /// Where all steps are 1 and there is still room: whole samples take more bytes, but decoders find them again, while others are
  /// rounded twice. Which of both is nearer to the picture is measured.
  private mutating func withFinestSamples(_ encoding: JPEGEncoding) -> JPEGEncoding {
    guard state.level.scale == QuantizationLevel.scales.lowerBound, encoding.bytes.count < limit / 100 * 99 else {
      return encoding
    }
    state.roundSamples()
    guard let other = try? fit() else { return encoding }
    let errors = [encoding, other].map { $0.decoded().squaredError(state.pixels) }
    return errors[1] < errors[0] ? other : encoding
  }
}
