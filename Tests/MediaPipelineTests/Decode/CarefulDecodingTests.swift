import Libraries
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// Damage by how much of the picture is lost: pictures made here, damaged here.
@Suite(.timeLimit(.minutes(10))) struct CarefulDecodingTests {
  let folder = TemporaryFolder()

  init() throws { try VipsLibrary.start() }

  /// What decoding all of it says, as `check` does.
  private func damage(_ bytes: [UInt8]) async throws -> String? {
    try folder.write(bytes, to: "picture")
    let path = folder.absolute("picture")
    let inspection = try await Inspector(limits: .init()).inspect(path)
    return try await Verifier().verify(path, inspection: inspection, withSound: false)
  }

  private func refusal(_ bytes: [UInt8]) async -> String {
    do { return "not refused: \(try await damage(bytes) ?? "no damage")" } catch {
      guard case MediaError.damaged(_, let detail) = error else { return "\(error)" }
      return detail
    }
  }

  private func make(_ name: String, _ options: [String], size: String = "320x240") async throws -> [UInt8] {
    let source = ["-f", "lavfi", "-i", "testsrc2=size=\(size)", "-frames:v", "1"]
    _ = try await FFmpeg.run(source + options + [name], in: folder)
    return try folder.bytes(of: name)
  }

  /// Baseline, without restart markers, 320 x 240.
  private func baseline() async throws -> [UInt8] { try await make("baseline.jpg", ["-q:v", "3", "-bitexact"]) }

  /// Progressive, 320 x 240.
  private func progressive() throws -> [UInt8] {
    try SamplePictures.photograph(width: 320, height: 240).jpeg(quality: 85)
  }

  private static let end: [UInt8] = [0xFF, 0xD9]

  @Test(.enabled(if: FFmpeg.isInstalled)) func whatIsWholeIsNotDamaged() async throws {
    #expect(PictureLoss(of: try await baseline(), format: .jpeg) == nil)
    #expect(PictureLoss(of: try progressive(), format: .jpeg) == nil)
    let gray = try SamplePictures.photograph(width: 65, height: 43).convertedToGray().castTo8Bit().inMemory()
    #expect(PictureLoss(of: try gray.jpeg(quality: 40), format: .jpeg) == nil)
    #expect(PictureLoss(of: try SamplePictures.photograph(width: 65, height: 43).png(), format: .png) == nil)
    #expect(try await damage(try await baseline()) == nil)
  }

  /// Mean differences of levels: colours are coarser.
  @Test(
    .enabled(if: FFmpeg.isInstalled),
    arguments: [("yuvj420p", 4, 3.0), ("yuvj420p", 8, 0.1), ("yuvj444p", 4, 0.1), ("yuvj422p", 8, 3.0)])
  func theSmallPictureIsLikeTheDecoders(format: String, divisor: Int, difference: Double) async throws {
    let bytes = try await make("small.jpg", ["-q:v", "3", "-bitexact", "-pix_fmt", format], size: "2051x1023")
    let small = try #require(JPEGLoss(ByteView(bytes), pictureDividedBy: divisor).picture)
    let path = folder.absolute("small.jpg")
    let decoded = try Image.load(path: path, as: .jpeg, tolerating: .nothing, shrink: divisor).samples()
    try #require(small.samples.count == decoded.count)
    let sum = zip(small.samples, decoded).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(Double(sum) / Double(decoded.count) < difference)
  }

  /// Large JPEGs are examined once. What is examined and whole is not reported, as it holds for these bytes only.
  @Test(.enabled(if: FFmpeg.isInstalled)) func aLargeJPEGIsExaminedWhenItIsInspected() async throws {
    let bytes = try await make("large.jpg", ["-q:v", "3", "-bitexact"], size: "2048x1024")
    let inspection = try await Inspector(limits: .init()).inspect(folder.absolute("large.jpg"))
    #expect(inspection.picture.isWhole == true && inspection.kept.picture.isWhole == nil)
    #expect(try await damage(bytes) == nil)
    try folder.write(Array(bytes.prefix(bytes.count / 2)) + Self.end, to: "cut.jpg")
    #expect(try await Inspector(limits: .init()).inspect(folder.absolute("cut.jpg")).picture.isWhole == nil)
    #expect(await refusal(Array(bytes.prefix(bytes.count / 2)) + Self.end).hasPrefix("truncated: "))
  }

  @Test(.enabled(if: FFmpeg.isInstalled)) func aPartThatIsMissingIsCounted() async throws {
    let whole = try await baseline()
    let cut = Array(whole.prefix(whole.count * 6 / 10)) + Self.end
    let loss = try #require(PictureLoss(of: cut, format: .jpeg))
    #expect((0.25...0.55).contains(loss.part) && loss.cause == .missing && loss.isVisible)
    #expect((100...200).contains(loss.firstRow ?? 0))
    #expect(await refusal(cut).hasPrefix("truncated: "))
  }

  @Test(.enabled(if: FFmpeg.isInstalled)) func aMissingEndIsMended() async throws {
    let whole = try await baseline()
    #expect(try await damage(Array(whole.dropLast(2)))?.contains("all of its pixels are there") == true)
    #expect(try await damage(Array(try progressive().dropLast(2)))?.contains("all of its pixels are there") == true)
  }

  /// The last scan of a progressive picture brings the last bit of each coefficient: its loss is not visible.
  @Test func theLastScanIsNotSeen() async throws {
    let whole = try progressive()
    let part = PictureLoss(of: Array(whole.prefix(whole.count * 95 / 100)) + Self.end, format: .jpeg)?.part
    #expect(part ?? 0 == 0)
    let early = try #require(PictureLoss(of: Array(whole.prefix(whole.count * 2 / 10)) + Self.end, format: .jpeg))
    #expect(early.isVisible)
  }

  @Test(.enabled(if: FFmpeg.isInstalled)) func wrongDataIsCountedToItsEnd() async throws {
    var bytes = try await baseline()
    for index in 0..<40 { bytes[bytes.count / 2 + index] = UInt8((index * 37 + 11) % 255) }
    let loss = try #require(PictureLoss(of: bytes, format: .jpeg))
    #expect(loss.part > 0.2)
  }

  /// Of a PNG whose pixels were changed only the checksums tell.
  @Test func wrongPixelsOfPNGAreRefused() async throws {
    let bytes = changed(try SamplePictures.photograph(width: 200, height: 150).png(compression: 0)) { data in
      data[data.count / 2] ^= 0x40
    }
    #expect(await refusal(bytes).contains("of the picture is wrong"))
  }

  /// A wrong code of a GIF moves all pixels behind it: the end of the codes is not at the last pixel any more.
  @Test(.enabled(if: FFmpeg.isInstalled)) func wrongCodesOfGIFAreSeenAtTheirEnd() async throws {
    let whole = try await make("whole.gif", ["-bitexact"])
    #expect(PictureLoss(of: whole, format: .gif) == nil)
    let losses = (1...9).map { tenth in
      var bytes = whole
      bytes[800 + (bytes.count - 800) * tenth / 10] ^= 0x04
      return PictureLoss(of: bytes, format: .gif)
    }
    #expect(losses.count { $0?.isVisible == true } >= 8)
  }

  /// One strip of 320 x 240 pixels behind its directory.
  private func tiff(_ strip: [UInt8]) -> [UInt8] {
    let entries = { (offset: Int) in
      [TIFFSample.Entry(256, .short(320)), .init(257, .short(240)), .init(259, .short(7)), .init(262, .short(6))]
        + [.init(273, .long(offset)), .init(278, .short(240)), .init(279, .long(strip.count))]
    }
    let start = TIFFSample(pages: [entries(0)]).bytes.count
    return TIFFSample(pages: [entries(start)]).bytes + strip
  }

  @Test(.enabled(if: FFmpeg.isInstalled)) func theJPEGsOfATIFFAreAsked() async throws {
    let strip = try await baseline()
    #expect(PictureLoss(of: tiff(strip), format: .tiff) == nil)
    let loss = try #require(PictureLoss(of: tiff(Array(strip.prefix(strip.count / 2)) + Self.end), format: .tiff))
    #expect((0.3...0.7).contains(loss.part) && loss.cause == .missing)
  }

  @Test(.enabled(if: FFmpeg.isInstalled)) func wrongDataOfAVIFIsRefused() async throws {
    var bytes = try await make("whole.avif", ["-c:v", "libaom-av1", "-crf", "30", "-cpu-used", "8"])
    #expect(try await damage(bytes) == nil)
    for index in 0..<8 { bytes[bytes.count / 2 + index] ^= 0x55 }
    #expect(await refusal(bytes) == "its data cannot be what an encoder wrote")
  }

  /// A repeated part makes the decoder misread what follows, and not miss the last codes.
  @Test(.enabled(if: FFmpeg.isInstalled)) func wrongDataOfWebPIsRefused() async throws {
    let whole = try await make("whole.webp", ["-c:v", "libwebp", "-quality", "80"])
    #expect(try await damage(whole) == nil)
    for tenth in 3...8 {
      var bytes = whole
      let place = whole.count * tenth / 10
      bytes.replaceSubrange(place..<place + 200, with: whole[(place - 400)..<(place - 200)])
      #expect(await !refusal(bytes).hasPrefix("not refused"), "\(tenth)")
    }
  }

  /// The decoder that shows it says nothing.
  @Test(.enabled(if: FFmpeg.isInstalled && Program.isInstalled("vips"), "ffmpeg or vips is not installed"))
  func mostWrongDataOfHEICIsRefused() async throws {
    _ = try await make("whole.png", [], size: "640x480")
    try await folder.make([["vips", "heifsave", "whole.png", "whole.heic", "--compression", "hevc", "--Q", "60"]])
    let whole = try folder.bytes(of: "whole.heic")
    #expect(try await damage(whole) == nil)
    var refusals: [String] = []
    for part in 0..<12 {
      var bytes = whole
      for index in 0..<64 { bytes[whole.count / 4 + part * whole.count / 24 + index] &*= 7 }
      refusals.append(await refusal(bytes))
    }
    #expect(refusals.count { $0 == "its data cannot be what an encoder wrote" } >= 6, "\(refusals)")
  }

  /// With the data of the first IDAT chunk changed and its checksum made again.
  private func changed(_ png: [UInt8], _ change: (inout [UInt8]) -> Void) -> [UInt8] {
    guard let start = (0..<png.count).first(where: { png[$0...].starts(with: Array("IDAT".utf8)) }) else { return png }
    let count = png[(start - 4)..<start].reduce(0) { $0 << 8 | Int($1) }
    var data = Array(png[(start + 4)..<(start + 4 + count)])
    change(&data)
    return Array(png[..<(start - 4)]) + pngChunk("IDAT", data) + png[(start + 8 + count)...]
  }
}
