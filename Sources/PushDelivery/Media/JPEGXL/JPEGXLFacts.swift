/// What a JPEG XL file says, a bare codestream or one in boxes (ISO/IEC 18181-2).
package struct JPEGXLFacts: Sendable {
  package private(set) var header: JPEGXLHeader?
  package private(set) var metadata: Set<Picture.Metadata> = []
  package private(set) var trailingByteCount = 0

  package init(_ view: ByteView) {
    header = JPEGXLHeader(view)
    guard header == nil else { return }
    var boxes = Boxes(view)
    while let box = boxes.next(), box.type.isPrintable {
      trailingByteCount = view.count - boxes.position
      read(box)
    }
  }

  /// A codestream in parts has a number of four bytes before each. `brob` boxes hold others, packed with Brotli.
  private mutating func read(_ box: Box) {
    switch box.type {
    case "jxlc": header = header ?? JPEGXLHeader(box.payload)
    case "jxlp": header = header ?? JPEGXLHeader(box.payload.clamped(at: 4))
    case "Exif":
      metadata.formUnion(ExifFacts(box.payload.clamped(at: 4 + (box.payload.uint32(at: 0) ?? 0))).metadata)
    case "xml": metadata.formUnion(XMPFacts(box.payload).metadata)
    case "brob": metadata.insert(Self.kind(packed: box.payload.code(at: 0)))
    case "JXL", "ftyp", "jxll", "jxli", "jbrd", "free", "skip": break
    default: metadata.insert(.other)
    }
  }

  private static func kind(packed type: FourCharacterCode?) -> Picture.Metadata {
    switch type {
    case "Exif": .exif
    case "xml": .xmp
    default: .other
    }
  }
}

extension HeaderFacts {
  init(_ jxl: JPEGXLFacts) {
    self.init()
    size = jxl.header?.size
    metadata = jxl.metadata
    bitDepth = jxl.header?.bitDepth
    frameCount = jxl.header?.isAnimated == true ? nil : 1
    isUnreadMotion = jxl.header?.isAnimated == true
    trailingByteCount = jxl.trailingByteCount
    hasAlpha = jxl.header?.hasAlpha == true
    isLossy = jxl.header?.isXYB == true
    setColor(model: jxl.header?.isGray == true ? .gray : .rgb, profile: nil, codePoints: jxl.header?.codePoints)
  }
}
