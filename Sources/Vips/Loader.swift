import Cvips

/// How a picture is decoded. Our own reading of the file's first bytes chooses the loader; libvips never guesses.
public enum Loader: String, Sendable, CaseIterable {
  case jpeg, png, webp, heif, tiff, jxl

  /// Whether the loaded libvips supports it. libvips must have been started.
  public var isInstalled: Bool { unsafe cvips_has_operation(rawValue + "load_buffer") != 0 }

  /// The formats that libvips may support, and whether it does: those of the loaders, and SVG, which is drawn. libvips must have been
  /// started.
  public static var formats: [(name: String, isInstalled: Bool)] {
    let drawing = unsafe (name: "svg", isInstalled: cvips_has_operation("svgload_buffer") != 0)
    return allCases.map { ($0.rawValue, $0.isInstalled) } + [drawing]
  }

  /// libvips' names of the operations that stay enabled.
  static let allowedOperations = [
    "VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp",
    "VipsForeignLoadHeif", "VipsForeignLoadTiff", "VipsForeignLoadJxl", "VipsForeignLoadSvgBuffer",
  ]
}

/// How much damage a decoder tolerates.
public enum DamageTolerance: Sendable {
  /// Deliver what is decodable, however much is missing.
  case everything
  /// Stop at truncated data and serious errors, but ignore the decoder's warnings.
  case warnings
  /// Stop at any complaint of the decoder.
  case nothing
}
