/// Files with a picture's name by mistake: stand-ins for the picture, or a server's answer in its place.
enum StrayFiles {
  /// nil for all others.
  static func format(_ view: ByteView) -> UnsupportedFormat? {
    stand(view) ?? pointer(view) ?? answer(view)
  }

  /// Files that systems write to find other files.
  private static func stand(_ view: ByteView) -> UnsupportedFormat? {
    stands.first { $0.signature.isIn(view) }.map { .other($0.name, "put the picture itself in its place") }
  }

  private static let stands: [(signature: Signature, name: String)] = [
    (Signature([0x4C, 0, 0, 0, 1, 0x14, 2, 0]), "Windows shortcut"),
    (Signature("[InternetShortcut]"), "Internet shortcut"),
    (Signature("book\0\0\0\0mark\0\0\0\0"), "macOS alias"),
    (Signature([0, 5, 0x16, 7]), "AppleDouble file, which holds what macOS keeps beside a picture"),
  ]

  /// Git Large File Storage and git-annex leave a line of text for files that were not fetched.
  private static func pointer(_ view: ByteView) -> UnsupportedFormat? {
    if view.has("version https://git-lfs.github.com/spec/") {
      return .other("Git LFS pointer", "the picture itself was not fetched: `git lfs pull`")
    }
    guard view.has("/annex/objects/") else { return nil }
    return .other("git-annex pointer", "the picture itself was not fetched: `git annex get`")
  }

  /// Web servers answer in HTML, programming interfaces in JSON, and object stores in XML.
  private static func answer(_ view: ByteView) -> UnsupportedFormat? {
    if isJSON(view) { return .other("JSON text", download("an answer in JSON")) }
    return switch Markup(view) {
    case .html: .other("HTML page", download("a web page"))
    case .error: .other("error answer of a server, in XML", download("that answer"))
    case .svg, nil: nil
    }
  }

  private static func download(_ what: String) -> String {
    "the download was \(what), perhaps of an error; fetch the picture itself"
  }

  /// An object with a first member.
  private static func isJSON(_ view: ByteView) -> Bool {
    let start = view.has([0xEF, 0xBB, 0xBF]) ? view.clamped(at: 3) : view
    let bytes = start.bytes.lazy.filter { ![0x09, 0x0A, 0x0D, 0x20].contains($0) }.prefix(2)
    return bytes.elementsEqual([0x7B, 0x22])
  }
}
