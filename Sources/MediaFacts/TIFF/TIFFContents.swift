/// The contents of a TIFF file whose first image is not the main picture: a camera's sensor data after a small picture, or a
/// reduced copy of a larger image (TIFF/EP, ISO 12234-2; DNG specification, chapters 2 and 4).
struct TIFFContents: Sendable {
  private let pages: [TIFFDirectory]

  /// Hostile files have more directories than necessary. Raw files have fewer than ten.
  private static let pageLimit = 16
  private static let subordinateLimit = 32

  /// - Parameter pages: the chain of directories from the first.
  init(_ pages: [TIFFDirectory]) { self.pages = Array(pages.prefix(Self.pageLimit)) }

  /// nil where the first image is the main picture.
  var unread: UnsupportedFormat? {
    guard let first = pages.first else { return nil }
    if first.entry(Tag.dngVersion) != nil { return .cameraRaw("DNG") }
    let others = pages.dropFirst() + subordinates
    if ([first] + others).contains(where: Self.isSensorData) { return .cameraRaw("TIFF with sensor data") }
    guard Self.isReduced(first) else { return nil }
    let area = Self.area(first)
    return others.contains { !Self.isReduced($0) && Self.area($0) > area } ? .reducedFirst : nil
  }

  /// The directories that others point at, one level deep: deeper ones hold no image of a camera.
  private var subordinates: [TIFFDirectory] {
    let found = pages.lazy.flatMap { page -> [TIFFDirectory] in
      guard let entry = page.entry(Tag.subordinates) else { return [] }
      return (0..<Self.subordinateLimit).compactMap { entry.integer(at: $0).flatMap(page.structure.directory(at:)) }
    }
    return Array(found.prefix(Self.subordinateLimit))
  }

  /// Whether its samples are a colour filter array, or came from one and lack a colour space.
  private static func isSensorData(_ page: TIFFDirectory) -> Bool {
    page.integer(Tag.photometric).map { $0 == 32_803 || $0 == 34_892 } ?? false
  }

  /// Whether it is marked as a smaller version of another image in the file.
  private static func isReduced(_ page: TIFFDirectory) -> Bool {
    if let kind = page.integer(Tag.kind) { return kind & 1 == 1 }
    return page.integer(Tag.oldKind) == 2
  }

  private static func area(_ page: TIFFDirectory) -> Int {
    guard let width = page.integer(Tag.width), let height = page.integer(Tag.height) else { return 0 }
    let (area, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? .max : area
  }

  private enum Tag {
    static let kind = 254
    static let oldKind = 255
    static let width = 256
    static let height = 257
    static let photometric = 262
    static let subordinates = 330
    static let dngVersion = 50_706
  }
}

extension UnsupportedFormat {
  /// A TIFF whose first image, the one that decoders show, is a reduced copy.
  fileprivate static let reducedFirst = UnsupportedFormat(
    name: "a TIFF whose first image is a thumbnail of a larger one", hint: "export the large one as PNG or JPEG")
}
