/// A library whose code takes part in the bytes of a rendition: a decoder, an encoder, a scaler, one for colours, text,
/// compression or mathematics. What talks to networks, windows and sound cards does not, and changes often.
struct DecisiveLibrary: Hashable, Sendable {
  /// Without what tells its version: `libjpeg`.
  let name: String
  /// As its file's name has it, and which build it is: `62.3.0 4d9a0d2f4e3c1b2a`.
  let version: String

  /// Nil for a file that is no library, cannot be read, or does not decide.
  ///
  /// - Parameters:
  ///   - path: of the file or of a link to it.
  ///   - names: the beginnings of the names of libraries that decide.
  init?(_ path: String, among names: [String]) {
    guard let name = Self.name(ofFile: Self.fileName(path)), names.contains(where: name.hasPrefix),
      let file = FileSystem.canonicalPath(path), let build = BuildIdentity.of(file)
    else { return nil }
    self.name = name
    version = [Self.version(ofFile: Self.fileName(file)), build].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func fileName(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }

  /// `libjpeg` of `libjpeg.so.62` and of `libjpeg.62.dylib`; nil for what is no library.
  static func name(ofFile file: String) -> String? {
    if let suffix = file.firstRange(of: ".so") { return String(file[..<suffix.lowerBound]) }
    guard file.hasSuffix(".dylib") else { return nil }
    return String(file.dropLast(".dylib".count).prefix { $0 != "." })
  }

  /// `62.3.0` of `libjpeg.so.62.3.0` and of `libjpeg.62.3.0.dylib`; empty where there is none.
  static func version(ofFile file: String) -> String {
    if let suffix = file.firstRange(of: ".so.") { return String(file[suffix.upperBound...]) }
    guard file.hasSuffix(".dylib") else { return "" }
    return file.dropLast(".dylib".count).split(separator: ".").dropFirst().joined(separator: ".")
  }
}

extension DecisiveLibrary {
  /// What decodes, scales, colours and packs pictures. Of libvips' modules those of the loaders that are switched on.
  static let ofPictures = [
    "libvips", "vips-heif", "vips-jxl", "libjpeg", "libturbojpeg", "libpng", "libspng", "libwebp", "libsharpyuv",
    "libheif", "libde265", "libaom", "libdav1d", "libjxl", "libhwy", "libtiff", "libopenjp2", "libimagequant",
    "liblcms",
    "libexif", "liborc", "libz", "libdeflate", "liblzma", "libjbig", "libLerc", "libm",
  ]

  /// What draws documents, and the text in them.
  static let ofDrawings = [
    "librsvg", "libcairo", "libpixman", "libpango", "libharfbuzz", "libfreetype", "libfontconfig", "libfribidi",
    "libthai", "libgraphite", "libgdk_pixbuf", "libxml2",
  ]

  /// What ffmpeg decodes, scales and encodes with, as far as `DecoderAllowList` and `MovieCommand` let it.
  static let ofMovies = [
    "libav", "libsw", "libpostproc", "libx264", "libdav1d", "libaom", "libvpx", "libopus", "libvorbis", "libogg",
    "libtheora", "libzimg", "libz", "libm",
  ]
}
