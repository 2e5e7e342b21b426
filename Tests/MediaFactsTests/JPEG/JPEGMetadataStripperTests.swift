import MediaFacts
import TestSupport
import Testing

@Suite struct JPEGMetadataStripperTests {
  let stripper = JPEGMetadataStripper()

  @Test func onlyThePictureStays() throws { #expect(try stripper.strip(JPEGSample.full) == JPEGSample.plain) }

  @Test func strippingAgainChangesNothing() throws { #expect(try stripper.strip(JPEGSample.plain) == JPEGSample.plain) }

  @Test func entropyCodedDataIsUntouched() throws {
    func scans(_ bytes: [UInt8]) -> [[UInt8]] {
      (JPEGSegments(ByteView(bytes)).map(Array.init) ?? []).filter { $0.marker == .startOfScan }
        .map { Array(bytes[$0.start..<$0.end]) }
    }
    #expect(scans(try stripper.strip(JPEGSample.full)) == scans(JPEGSample.full))
    #expect(scans(JPEGSample.full) == [JPEGSample.scan, JPEGSample.secondScan])
  }

  @Test func refusesWhatWouldLieWrong() {
    let exif = JPEGSample.segment(0xE1, ascii("Exif\0\0") + TIFFSample.exif(orientation: 6))
    #expect(throws: MetadataStrippingError.notUpright(orientation: 6)) {
      try stripper.strip(JPEGSample.start + exif + JPEGSample.plain.dropFirst(2))
    }
  }

  @Test func refusesWhatNotEveryClientReads() {
    let bytes =
      JPEGSample.start + JPEGSample.tables + JPEGSample.frame(components: 4) + JPEGSample.scan + JPEGSample.end
    #expect(throws: MetadataStrippingError.notWidelyDecodable) { try stripper.strip(bytes) }
  }

  @Test(arguments: [[], JPEGSample.start, JPEGSample.start + JPEGSample.end, JPEGSample.plain.dropLast()])
  func refusesWhatIsDamaged(_ bytes: [UInt8]) {
    #expect(throws: MetadataStrippingError.damaged) { try stripper.strip(bytes) }
  }
}
