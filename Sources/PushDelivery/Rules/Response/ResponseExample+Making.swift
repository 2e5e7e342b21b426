/// How the examples are made: answers that break nothing, but for what an example changes.
extension ServerAnswer {
  /// A test picture with a header that every client and cache is content with.
  package static func photo(
    _ path: String = "/photo.jpg", for userAgent: String? = nil, type: String? = "image/jpeg",
    cache: String = "public, max-age=86400", with fields: HeaderFields = [:], body: Body = .photo,
    length: Length = .true, delay: Double = 0
  ) -> ServerAnswer {
    let type = type.map { [HeaderField("Content-Type", $0)] } ?? []
    let all = HeaderFields(type + [HeaderField("Cache-Control", cache)] + fields.all)
    return ServerAnswer(path, userAgent: userAgent, all, body: body, length: length, delay: delay)
  }

  package static func redirect(_ path: String, to location: String, status: Int = 302) -> ServerAnswer {
    ServerAnswer(path, status: status, ["Location": location])
  }
}

extension ServerAnswer.Body {
  /// A JPEG of 1200x600 pixels.
  package static let photo = media(picture("photo.jpg"))
  package static let webP = media(picture("photo.webp"))

  private static func picture(_ name: String) -> MediaExample {
    MediaExample(
      name,
      [
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=1200x600", "-frames:v", "1", "-q:v", "3",
        "-bitexact", name,
      ])
  }
}

extension RuleExample {
  static func hosted(
    _ path: String, _ answers: ServerAnswer..., checking: ResponseExample.Checking = .asUsual
  ) -> RuleExample {
    .response(ResponseExample(path, answers, checking: checking))
  }

  /// A picture that shows everywhere.
  static let hostedPhoto = hosted("/photo.jpg", .photo())
}
