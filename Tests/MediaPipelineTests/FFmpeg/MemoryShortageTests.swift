import Libraries
import MediaPipeline
import Testing

/// Errors of decoders when memory is short, and for damaged files.
@Suite struct MemoryShortageTests {
  @Test(arguments: [
    "VipsJpeg: Insufficient memory (case 4)", "vips_tracked: out of memory --- size == 243MB",
    "pngload: Memory allocation failed",
    "[libx264 @ 0x55] malloc of size 3878720 failed", "Error submitting packet to decoder: Cannot allocate memory",
    "heif: Cannot allocate image memory.", "tiff2vips: Failed to allocate memory for JPEG tables",
    "x265 [error]: malloc of size 1024 failed", "cgifsave: Unable to calloc", "magickload: not enough memory",
  ])
  func isTold(_ complaint: String) {
    #expect(MemoryShortage.isTold(by: complaint))
    #expect(VipsError(operation: "decode", detail: complaint).isOutOfMemory)
  }

  /// ffprobe's words about a header that claims more samples than any memory holds, and about a sound one where memory is short.
  @Test func brokenHeadersAreNoShortage() {
    let shortage = ["[mov @ 0x55] error reading header", "file:a.mp4: Cannot allocate memory"]
    let fault = "[mov @ 0x55] Broken file, trak/mdat not at top-level"
    #expect(MemoryShortage.isTold(byAnyOf: shortage))
    #expect(!MemoryShortage.isTold(byAnyOf: [fault] + shortage))
    #expect(MemoryShortage.isTold(byAnyOf: ["no frame!", "Cannot allocate memory"]))
    #expect(!MemoryShortage.isTold(byAnyOf: [fault]) && !MemoryShortage.isTold(byAnyOf: []))
  }

  @Test(arguments: [
    "VipsJpeg: Premature end of JPEG file", "pngload: libspng read error", "Invalid data found when processing input",
    "", "Bit allocation failed. Try increasing the bitrate.", "moov atom not found",
    "TIFFFetchDirectory: Failed to allocate memory for to read TIFF directory (0 elements of 12 bytes each)",
  ])
  func whatIsDamagedIsNoShortage(_ complaint: String) { #expect(!MemoryShortage.isTold(by: complaint)) }
}
