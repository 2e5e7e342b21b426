import MediaFacts
import PushDelivery
import TestSupport
import Testing

@Suite struct RenditionTests {
  private typealias Example = RenditionExample

  private func fault(
    _ bytes: [UInt8], _ specification: StillSpecification = RenditionExample.specification(),
    record: StillRecord = RenditionExample.record()
  ) throws -> RenditionError? {
    let digest = try Example.digest()
    do throws(RenditionError) {
      _ = try Rendition(bytes, digest: digest, meeting: specification, record: record)
      return nil
    } catch { return error }
  }

  @Test(arguments: [(minimalJPEG(width: 16, height: 8), PictureFormat.jpeg), (minimalPNG(width: 16, height: 8), .png)])
  func keepsWhatItWasGiven(_ bytes: [UInt8], _ format: PictureFormat) throws {
    let rendition = try Example.rendition(bytes)
    #expect(rendition.bytes == bytes)
    #expect(rendition.mediaFormat == .picture(format))
    #expect(rendition.size == Example.size)
    #expect(rendition.specification == Example.specification())
    #expect(rendition.record == Example.record())
    #expect(try rendition.digest == Example.digest())
  }

  @Test func limitIsInclusive() throws {
    let bytes = minimalPNG(width: 16, height: 8)
    let count = bytes.count
    #expect(try fault(bytes, Example.specification(maximumBytes: count)) == nil)
    #expect(
      try fault(bytes, Example.specification(maximumBytes: count - 1)) == .overLimit(bytes: count, limit: count - 1))
  }

  @Test func maximumSizeIsInclusive() throws {
    let bytes = minimalJPEG(width: 16, height: 8)
    #expect(try fault(bytes, Example.specification(maximumSize: Example.size)) == nil)
    for maximum in [PixelSize(width: 15, height: 8), PixelSize(width: 16, height: 7)] {
      #expect(try fault(bytes, Example.specification(maximumSize: maximum)) == .wrongSize(Example.size))
    }
  }

  @Test(arguments: [
    [], [0xFF], Array("GIF89a".utf8), Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), [0, 1, 2, 3],
  ])
  func wantsItsFormats(_ bytes: [UInt8]) throws { #expect(try fault(bytes) == .wrongFormat) }

  @Test func wantsAFormatThatWasAskedFor() throws {
    #expect(try fault(minimalPNG(width: 16, height: 8), Example.specification(formats: [.jpeg])) == .wrongFormat)
    #expect(try fault(minimalJPEG(width: 16, height: 8), Example.specification(formats: [.png])) == .wrongFormat)
  }

  @Test func believesNoReportedSize() throws {
    let bytes = minimalPNG(width: 16, height: 8)
    for size in [Example.size.transposed, PixelSize(width: 15, height: 8), PixelSize(width: 0, height: 0)] {
      #expect(try fault(bytes, record: Example.record(size: size)) == .wrongSize(Example.size))
    }
  }

  /// It is printed as a percentage, and no text has room for these.
  @Test(arguments: [-0.01, 1.01, -1e300, 1e300, .infinity, .nan]) func believesNoReportedScale(_ scale: Double) throws {
    var record = Example.record()
    record.scale = scale
    #expect(try fault(minimalPNG(width: 16, height: 8), record: record) == .record)
  }

  @Test func wantsASizeThatCanBeRead() throws {
    #expect(try fault(Array(minimalPNG(width: 16, height: 8).prefix(20))) == .wrongSize(nil))
    #expect(try fault([0xFF, 0xD8, 0xFF, 0xD9]) == .wrongSize(nil))
    #expect(try fault(minimalPNG(width: 0, height: 8)) == .wrongSize(nil))
  }

  private static let turned = TIFFSample.exif(orientation: 6)

  @Test(arguments: [
    minimalJPEG(width: 16, height: 8, inserting: [jpegSegment(0xFE, Array("made by".utf8))]),
    minimalJPEG(width: 16, height: 8, inserting: [jpegSegment(0xE1, Array("Exif\0\0".utf8) + turned)]),
    minimalJPEG(width: 16, height: 8, inserting: [jpegSegment(0xED, Array("Photoshop 3.0\0".utf8))]),
    minimalJPEG(width: 16, height: 8) + [0],
    minimalPNG(width: 16, height: 8, inserting: [pngChunk("tEXt", Array("Comment\0made by".utf8))]),
    minimalPNG(width: 16, height: 8, inserting: [pngChunk("eXIf", turned)]),
    minimalPNG(width: 16, height: 8, inserting: [pngChunk("prVt", [1])]), minimalPNG(width: 16, height: 8) + [0],
  ])
  func holdsNothingButThePicture(_ bytes: [UInt8]) throws { #expect(try fault(bytes) == .metadata) }

  @Test func namesTheFirstFault() throws {
    let bytes = minimalPNG(width: 30, height: 8) + [0]
    let narrow = Example.specification(formats: [.jpeg], maximumBytes: 10)
    #expect(try fault(bytes, narrow) == .overLimit(bytes: bytes.count, limit: 10))
    #expect(try fault(bytes, Example.specification(formats: [.jpeg])) == .wrongFormat)
    #expect(try fault(bytes) == .wrongSize(PixelSize(width: 30, height: 8)))
  }
}
