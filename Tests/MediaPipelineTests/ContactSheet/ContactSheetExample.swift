import Findings
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport

/// Made-up parts of contact sheets.
enum ContactSheetExample {
  /// A picture that was published.
  static func picture(
    _ name: String, width: Int = 1200, height: Int = 900, bytes: Int = 250_000, format: MediaFormat = .picture(.jpeg)
  ) throws -> RenditionOutcome {
    var record = RenditionExample.record(size: PixelSize(width: width, height: height))
    record.scale = 1
    return outcome(name, bytes: bytes, limit: 300_000, format: format, record: .still(record))
  }

  /// A GIF or a movie that was published.
  static func motion(
    _ name: String, bytes: Int = 2_000_000, format: MediaFormat = .video(.mp4)
  ) throws -> RenditionOutcome {
    let record = MotionRecord(method: .encode, size: PixelSize(width: 640, height: 360), duration: 2.4, frameCount: 60)
    return outcome(name, bytes: bytes, limit: 5_000_000, format: format, record: .motion(record))
  }

  private static func outcome(
    _ name: String, bytes: Int, limit: Int, format: MediaFormat, record: MediaRecord
  ) -> RenditionOutcome {
    let path = "\(name).\(format.fileExtension)"
    return RenditionOutcome(
      profile: "test", path: path, url: "https://media.example/\(path)", bytes: bytes, limit: limit, format: format,
      digest: digest(of: path), fromCache: false, written: true, record: record)
  }

  /// Some digest, another for each name.
  private static func digest(of name: String) -> ContentDigest {
    var generator = SeededGenerator(seed: name.utf8.reduce(7) { ($0 &* 31) &+ UInt64($1) })
    return ContentDigest(bytes: (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })!
  }

  /// Every file as a part of the page, with its name for bytes.
  static func media(of sheet: ContactSheetContents, totalLimit: Int = EmbeddedMedia.totalLimit) -> EmbeddedMedia {
    EmbeddedMedia(of: sheet, totalLimit: totalLimit) { Array($0.path.utf8) }
  }

  static func page(of sheet: ContactSheetContents) -> String {
    let page = ContactSheetPage(sheet, media: media(of: sheet))
    return String(decoding: page.html(styleDigest: "digest", scriptDigest: "other"), as: UTF8.self)
  }

  /// One of everything: messages that are ready, refused and withheld, stills, a GIF, a movie that two messages show, a file that
  /// no message shows, findings, an audience. All words are `word`'s.
  static func everything(word: (String) -> String = { $0 }) throws -> ContactSheetContents {
    let still = try picture("hero")
    let poster = try picture("film", width: 640, height: 360)
    let movie = try motion("film")
    let finding = Diagnostic(
      "image.narrow", .warning, .init(.file, word("photos/hero.jpg")), word("it is narrow"), remedy: word("widen it"))
    let film: [Platform: RenditionOutcome] = [.android: poster, .web: poster, .ios: movie]
    return ContactSheetContents(
      title: word("Spring"),
      head: .init(madeAt: "today", destination: word("cdn"), isTrial: true, proof: word("proven")),
      audiences: [.init(.topic, word("spring"), requests: 1, locales: [word("de"): 1])],
      messages: [
        .init(
          id: "one", title: word("A title"), body: word("A body"), target: .topic(word("spring")),
          link: "https://example.com/" + word("path"), pictures: [.android: still, .web: still, .ios: still],
          findings: [finding]), .init(id: "two", title: word("Film"), target: .token(word("token")), pictures: film),
        .init(id: "three", status: .withheld, body: word("Film again"), target: .fid(word("fid")), pictures: film),
        .init(
          id: "four", title: word("Spin"), target: .condition(word("'a' in topics")),
          pictures: [.ios: try motion("spin", format: .picture(.gif))]),
        .init(
          id: "five", status: .refused, title: word("Refused"), link: word("javascript:alert(1)"),
          findings: [.init("message.link", .error, .init(.message, "five"), word("no link"), remedy: word("fix it"))]),
      ],
      files: [
        .init(path: word("photos/hero.jpg"), status: .published, renditions: [still]),
        .init(path: word("photos/film.mov"), status: .published, renditions: [poster, movie]),
        .init(path: word("photos/spare.jpg"), status: .published, renditions: [try picture("spare")]),
      ],
      originals: [still.url: .init(path: "hero.jpg", address: "./" + word("hero.jpg"))],
      findings: [.init("destination.x", .warning, .init(.destination, word("cdn")), word("odd"), remedy: word("look"))])
  }
}
