extension HeaderFacts {
  /// Reads `bytes`, the whole of a file of which `SniffedFormat` said `format`. Any bytes are allowed: where they
  /// are damaged or cut off, the facts are those read before that.
  public init(parsing bytes: [UInt8], format: PictureFormat) {
    let view = ByteView(bytes)
    switch format {
    case .jpeg: self.init(JPEGFacts(view))
    case .png: self.init(PNGFacts(view))
    case .gif: self.init(GIFFacts(view))
    case .webp: self.init(WebPFacts(view))
    case .heic, .avif: self.init(HEIFFacts(view))
    case .tiff: self.init(TIFFFacts(view))
    case .bmp: self.init(BMPFacts(view))
    case .jxl: self.init(JPEGXLFacts(view))
    case .svg: self.init(vector: ())
    }
  }

  /// A drawing has no pixels of its own; what it does not paint is transparent.
  private init(vector: Void) {
    self.init()
    hasAlpha = true
  }
}
