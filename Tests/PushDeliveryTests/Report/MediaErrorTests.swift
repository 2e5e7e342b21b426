import Findings
import Foundation
import MediaFacts
import PushDelivery
import TestSupport
import Testing

@Suite struct MediaErrorTests {
  /// Every problem with the rule that it breaks, and a number or word that its message must repeat.
  static let all: [(MediaError, RuleIdentifier, String)] = [
    (.empty, "file.empty", ""),
    (.unreadable(detail: "permission denied"), "file.unreadable", "permission denied"),
    (.notAFile, "file.not-a-file", ""),
    (.leavesFolder, "file.leaves-folder", ""),
    (.unrecognised, "image.unrecognised", ""),
    (.blank, "image.unrecognised", "all of its bytes are zero"),
    (.unsupported(format: "Photoshop document", hint: "export it"), "image.unsupported", "Photoshop document"),
    (.unsupported(format: "QOI", hint: ""), "image.unsupported", "QOI"),
    (.tooManyBytes(count: 2001, limit: 2000), "file.too-large", "2001 bytes, more than the 2000"),
    (
      .tooManyPixels(size: PixelSize(width: 9999, height: 8888), limit: 1000), "image.too-many-pixels",
      "9999x8888 pixels, more than the 1000"
    ),
    (.tooManyFrames(count: 501, limit: 500), "image.too-many-frames", "501 frames, more than the 500"),
    (.damaged(format: .picture(.jpeg), detail: ""), "image.damaged", "JPEG"),
    (.damaged(format: .picture(.png), detail: "IDAT: CRC error"), "image.damaged", "IDAT: CRC error"),
    (.damaged(format: .picture(.jxl), detail: "premature end of data"), "image.truncated", "JPEG XL"),
    (.damaged(format: .picture(.jpeg), detail: "Unsupported JPEG process: SOF type 0xc3"), "image.unsupported", "0xc3"),
    (.damaged(format: .video(.mp4), detail: "moov atom not found"), "video.damaged", "MP4"),
    (.damaged(format: .video(.webm), detail: "truncated: 9 of 90"), "video.truncated", "WebM"),
    (.damaged(format: .video(.avi), detail: "not supported"), "video.damaged", "not supported"),
    (.noPictures(format: .quickTime), "video.no-pictures", "QuickTime"),
    (
      .cannotFit(smallestBytes: 1234, limit: 1000), "image.cannot-fit", "fits 1000 bytes; the smallest reached has 1234"
    ),
    (.outOfMemory, "image.out-of-memory", ""),
    (.timedOut(seconds: 30), "image.timed-out", "30 seconds"),
    (.crashed(detail: "signal 11"), "image.crashed-decoder", "signal 11"),
    (.motionCannotFit(smallestBytes: 1234, limit: 1000), "motion.cannot-fit", "fits 1000 bytes"),
    (.motionless, "motion.none", "nothing moves"),
    (.tooLong(seconds: 30.04, limit: 30), "motion.too-long", "longer than the 30 allowed"),
    (.motionTimedOut(seconds: 600), "motion.timed-out", "600 seconds"),
    (.posterAfterEnd(time: 2.5, duration: 1.999), "poster.after-end", "2.5 s, and it plays for 2.0 s"),
    (.posterMoves, "poster.moves", "a poster is a still"),
    (.untrustworthy(detail: "another size"), "file.wrong-rendition", "another size"),
    (.machine(detail: "the disk is full"), "machine.failed", "the disk is full"),
  ]

  /// Installing it fixes every file that needs it; the other files do not need it.
  @Test func aMissingProgramConcernsTheFilesThatNeedIt() {
    let diagnostic = MediaError.missingProgram(name: "ffmpeg").diagnostic(for: "a.mp4")
    #expect(diagnostic.rule == "machine.missing-program")
    #expect(diagnostic.subject == .init(.file, "a.mp4"))
    #expect(diagnostic.remedy.contains("apt-get install ffmpeg"))
    #expect(diagnostic.rule.isEnvironmental)
    #expect(!diagnostic.rule.withholdsRequests)
    #expect(MediaError.machine(detail: "").diagnostic(for: "a.mp4").rule.withholdsRequests)
  }

  /// And crosses from worker processes as JSON.
  @Test(arguments: all) func becomesADiagnostic(_ problem: MediaError, _ rule: RuleIdentifier, _ words: String) throws {
    let diagnostic = problem.diagnostic(for: "spring/hero.jpg")
    #expect(diagnostic.rule == rule)
    #expect(diagnostic.severity == (problem == .motionless ? .note : .error))
    #expect(diagnostic.subject == .init(.file, "spring/hero.jpg"))
    #expect(words.isEmpty || diagnostic.message.contains(words))
    for text in [diagnostic.message, diagnostic.remedy] {
      #expect(!text.isEmpty && !text.hasSuffix(".") && !text.contains("()"))
    }
    #expect(rule.isEnvironmental == rule.rawValue.hasPrefix("machine."))
    #expect(try JSONDecoder().decode(MediaError.self, from: JSONEncoder().encode(problem)) == problem)
  }

  @Test func passesHintsOn() {
    #expect(MediaError.unsupported(format: "QOI", hint: "ask").diagnostic(for: "a").remedy == "ask")
    #expect(MediaError.unsupported(format: "QOI", hint: "").diagnostic(for: "a").remedy == "export it as JPEG or PNG")
  }

  @Test(arguments: [
    "VipsJpeg: Premature end of JPEG file", "not enough data", "unexpected end of stream", "file truncated",
    "pngload: read error", "EOF",
  ])
  func knowsTruncation(_ detail: String) {
    #expect(MediaError.damaged(format: .picture(.jpeg), detail: detail).diagnostic(for: "a").rule == "image.truncated")
  }
}
