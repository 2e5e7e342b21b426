import JPEGEncoder
import TestSupport
import Testing

@Suite struct JPEGCompressorTests {
  @Test(arguments: Pictures.Subject.allCases, [JPEGSettings(), JPEGSettings(isProgressive: false)])
  func sizesAreCountedToTheByte(subject: Pictures.Subject, settings: JPEGSettings) throws {
    let pixels = try Pictures.make(subject, width: 150, height: 83)
    let compressor = JPEGCompressor(pixels, settings: settings)
    for scale in [0.2, 3, 40] {
      let encoding = compressor.encode(quantizationScale: scale)
      let stuffed = zip(encoding.bytes, encoding.bytes.dropFirst()).count { $0 == (0xFF, 0) }
      #expect(encoding.bytes.count == encoding.countedBytes + stuffed)
    }
  }

  @Test(arguments: 0..<60) func limitsAreKept(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let pixels = try Pictures.make(
      Pictures.Subject.allCases.randomElement(using: &generator) ?? .noise, width: generator.logarithmic(1...200),
      height: generator.logarithmic(1...200), layout: Bool.random(using: &generator) ? .rgb : .gray,
      padding: Int.random(in: 0...3, using: &generator), seed: seed)
    let settings = JPEGSettings(
      isProgressive: Bool.random(using: &generator),
      chroma: [nil, .full, .half, ChromaSampling.none].randomElement(using: &generator) ?? nil)
    let compressor = JPEGCompressor(pixels, settings: settings)
    for _ in 0..<4 {
      let limit = generator.logarithmic(300...30_000)
      do {
        let encoding = try compressor.encode(atMost: limit)
        #expect(encoding.bytes.count <= limit)
        #expect((encoding.decoded().width, encoding.decoded().height) == (pixels.width, pixels.height))
      } catch {
        guard case .limitTooSmall(limit, let smallest) = error else { throw error }
        #expect(smallest > limit)
        #expect(try compressor.encode(atMost: smallest + 16).bytes.count <= smallest + 16)
      }
    }
  }

  @Test(arguments: [Int.min, -1, 0, 1, 100]) func limitsThatNothingFitsAreRefused(limit: Int) throws {
    let compressor = JPEGCompressor(try Pictures.make(.noise, width: 30, height: 30))
    do {
      _ = try compressor.encode(atMost: limit)
      Issue.record("a JPEG of \(limit) bytes")
    } catch {
      guard case .limitTooSmall(limit, let smallest) = error else { throw error }
      #expect((150...700).contains(smallest))
    }
  }

  @Test func withoutALimitQualityIsTheBest() throws {
    for subject in Pictures.Subject.allCases {
      let pixels = try Pictures.make(subject, width: 61, height: 45)
      let encoding = try JPEGCompressor(pixels).encode(atMost: .max)
      let shown = encoding.chroma == .none ? try Pictures.make(subject, width: 61, height: 45, layout: .gray) : pixels
      #expect(shown.signalToNoise(encoding.decoded()) > 46)
    }
  }

  @Test(arguments: [Pictures.Subject.natural, .text, .noise]) func largerLimitsAreNotWorse(subject: Pictures.Subject)
    throws
  {
    let pixels = try Pictures.make(subject, width: 200, height: 160, layout: .gray)
    let compressor = JPEGCompressor(pixels)
    var best = 0.0
    for limit in [1000, 1500, 2500, 4000, 8000, 16_000, 40_000] {
      let ratio = pixels.signalToNoise(try compressor.encode(atMost: limit).decoded())
      #expect(ratio > best - 0.25)
      best = max(best, ratio)
    }
  }

  @Test func limitsAreUsedUp() throws {
    let compressor = JPEGCompressor(try Pictures.make(.natural, width: 400, height: 300))
    for limit in [6000, 12_000, 25_000, 50_000] {
      let count = try compressor.encode(atMost: limit).bytes.count
      #expect(count <= limit && Double(count) > 0.995 * Double(limit))
    }
  }

  @Test func colorIsStoredAsFinelyAsItMatters() throws {
    func chroma(_ subject: Pictures.Subject, _ limit: Int) throws -> ChromaSampling {
      try JPEGCompressor(Pictures.make(subject, width: 160, height: 120)).encode(atMost: limit).chroma
    }
    #expect(try chroma(.gray, 8000) == .none)
    #expect(try chroma(.saturated, 20_000) == .full)
    #expect(try chroma(.natural, 2000) == .half)
  }

  @Test func aScoreIsReachedWithFewerBytes() throws {
    let pixels = try Pictures.make(.natural, width: 240, height: 180)
    let compressor = JPEGCompressor(pixels)
    let best = try compressor.encode(atMost: 30_000)
    let target = pixels.signalToNoise(best.decoded()) - 4
    let reached = try compressor.encode(atMost: 30_000, reaching: target) { pixels.signalToNoise($0) }
    #expect(reached.score >= target && reached.score < target + 0.6)
    #expect(reached.score == pixels.signalToNoise(reached.encoding.decoded()))
    #expect(reached.encoding.bytes.count < best.bytes.count)
    let unreachable = try compressor.encode(atMost: 30_000, reaching: 90) { pixels.signalToNoise($0) }
    #expect(unreachable.encoding.bytes == best.bytes)
  }

  @Test func scalesAndScoresThatAreNoNumbersDoNoHarm() throws {
    let compressor = JPEGCompressor(try Pictures.make(.natural, width: 40, height: 30))
    let (finest, coarsest) = (compressor.encode(quantizationScale: 0), compressor.encode(quantizationScale: .infinity))
    #expect(finest.bytes.count > coarsest.bytes.count)
    for scale in [.nan, -1, -.infinity, 1e-300] {
      #expect(compressor.encode(quantizationScale: scale).bytes == finest.bytes)
    }
    for score in [Double.nan, .infinity, -.infinity] {
      for target in [Double.nan, .infinity, -.infinity, 50] {
        let encoding = try compressor.encode(atMost: 2000, reaching: target) { _ in score }.encoding
        #expect(encoding.bytes.count <= 2000)
      }
    }
  }

  @Test func encodingAgainGivesTheSameBytes() throws {
    let pixels = try Pictures.make(.natural, width: 120, height: 90)
    let compressor = JPEGCompressor(pixels)
    let first = try compressor.encode(atMost: 4000).bytes
    _ = try compressor.encode(atMost: 9000)
    #expect(try compressor.encode(atMost: 4000).bytes == first)
    #expect(try JPEGCompressor(pixels).encode(atMost: 4000).bytes == first)
  }
}
