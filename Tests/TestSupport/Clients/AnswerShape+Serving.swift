import Foundation
public import PushDelivery

extension AnswerShape {
  /// A server that gives the shape's answers.
  public func server() async throws -> TestServer { try TestServer(try await script()) }

  /// The same for a server that another process runs.
  public func script() async throws -> ServerScript {
    var served: [ScriptedAnswer] = []
    for answer in answers {
      let bytes = try await answer.picture.bytes()
      served.append(
        ScriptedAnswer(
          answer.path ?? String(path.prefix { $0 != "#" }), status: answer.status,
          fields: (answer.type.map { [["Content-Type", $0]] } ?? []) + answer.fields,
          bytes: answer.packing?.packed(bytes) ?? bytes, condition: answer.condition, interim: answer.interim,
          delay: answer.delay))
    }
    return try await ServerScript(served, isSecure: !isPlain)
  }

  /// The site that is named as showing it.
  public func origin(_ server: TestServer) -> WebOrigin? {
    switch site {
    case nil: nil
    case .own: WebOrigin(server.url("/"))
    case .neighbour: WebOrigin("https://localhost:1/")
    case .foreign: WebOrigin("https://shop.example.com/")
    }
  }
}

extension ShapeAnswer.Picture {
  func bytes() async throws -> [UInt8] {
    switch self {
    case .none: []
    case .page: Array("<!doctype html><title>Nothing here</title>\n".utf8)
    case .svg:
      Array(
        #"<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="600"><rect width="600" height="600" fill="teal"/></svg>"#
          .utf8)
    case .bareSVG: Array(#"<svg width="1200" height="600"><rect width="600" height="600" fill="teal"/></svg>"#.utf8)
    case .endless: try await Self.file("photo.jpg").dropLast(2)
    case .ico: Self.icon(of: try await Self.file("photo.png", "64x64"))
    case .jpeg: try await Self.file("photo.jpg")
    case .png, .gif, .webp, .tiff: try await Self.file("photo." + rawValue)
    // As large as the others it would be more than Android loads.
    case .bmp: try await Self.file("photo.bmp", "600x300")
    case .avif, .heic, .jxl:
      try await Self.file("photo." + rawValue, then: ["vips", "copy", "photo.png", "photo." + rawValue])
    }
  }

  /// - Parameter command: makes the file of a photo.png; nil: ffmpeg makes the file itself.
  private static func file(
    _ name: String, _ size: String = "1200x600", then command: [String]? = nil
  ) async throws -> [UInt8] {
    let first = [
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=\(size)", "-frames:v", "1", "-q:v", "3", "-bitexact",
      command == nil ? name : "photo.png",
    ]
    let example = MediaExample(name, [first] + (command.map { [$0] } ?? []))
    return Array(try Data(contentsOf: URL(filePath: await ExampleFiles.shared.path(of: example))))
  }

  /// A directory of one entry, of 64x64 pixels, and a PNG behind it.
  private static func icon(of png: [UInt8]) -> [UInt8] {
    let count = (0..<4).map { UInt8(truncatingIfNeeded: png.count >> (8 * $0)) }
    return [0, 0, 1, 0, 1, 0, 64, 64, 0, 0, 1, 0, 32, 0] + count + [22, 0, 0, 0] + png
  }
}
