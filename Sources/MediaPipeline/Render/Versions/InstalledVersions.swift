import Essentials
import Libraries
import MediaFacts
import Subprocess

/// The versions of the program and of everything on this machine that affects renditions. Its JSON form is a public contract.
public struct InstalledVersions: Hashable, Sendable, Codable {
  /// richpush's.
  public let richpush: String
  /// The versions of the renderer, libraries and programs, by name. For a program, the identity of its build.
  public let components: [String: String]
  /// The formats that libvips reads here.
  public let loaders: [String]
  /// The versions that ffmpeg and ffprobe report; without those that are not installed.
  public let programs: [String: String]
  /// The versions of richpush's encoding: of `stills`, with its JPEG encoder, and of `movies`. `renderer` in `components` is both.
  public let encoders: [String: String]

  public static func find(richpush: String) async -> InstalledVersions {
    try? VipsLibrary.start()
    return InstalledVersions(
      richpush: richpush,
      components: await RenderingVersions.installed.versions.merging(["libcurl": HTTPSession.libraryVersion]) { $1 },
      // GIF is decoded here.
      loaders: Loader.formats.filter(\.isInstalled).map(\.name) + ["gif"], programs: await programs(),
      encoders: ["stills": "\(Renderer.version)", "movies": "\(VideoRenderer.version)"])
  }

  private static func programs() async -> [String: String] {
    let environment = WorkerConfiguration.passedOn(of: ProcessInfo.processInfo.environment)
    var versions: [String: String] = [:]
    for name in ["ffmpeg", "ffprobe"] {
      guard let path = LoadedLibraries.program(name) else { continue }
      versions[name] = await InstalledProgram(path: path, environment: environment).version
    }
    return versions
  }
}

/// A program of ffmpeg, which reports on itself.
struct InstalledProgram {
  let path: String
  /// Its environment: that of workers, without credentials.
  let environment: [String: String]

  /// Its version, such as `5.1.9-0+deb12u1`; nil if unknown.
  var version: String? {
    get async { await says("-version").split(separator: " ").dropFirst(2).first.map(String.init) }
  }

  /// Its output for one argument; empty if it cannot be started.
  func says(_ argument: String) async -> String {
    let result = try? await Subprocess.run(
      .at(path), arguments: ["-hide_banner", argument],
      environment: .seeing(environment), output: .string(limit: 1 << 20), error: .discarded)
    return (result?.standardOutput ?? nil) ?? ""
  }
}

/// A library whose code affects the bytes of a rendition: a decoder, an encoder, a scaler, or one for colours, text, compression or
/// mathematics. Libraries for networks, windows and sound cards do not, and change often.
struct DecisiveLibrary: Hashable, Sendable {
  /// The name without a version: `libjpeg`.
  let name: String
  /// The version in its file's name, and its build: `62.3.0 4d9a0d2f4e3c1b2a`.
  let version: String

  /// Nil for a file that is not a library, cannot be read, or does not affect renditions.
  init?(_ path: String, among names: [String]) {
    guard let name = Self.parts(ofFile: Self.fileName(path))?.name, names.contains(where: name.hasPrefix),
      let file = FileSystem.canonicalPath(path), let build = BuildIdentity.of(file)
    else { return nil }
    self.name = name
    let number = Self.parts(ofFile: Self.fileName(file))?.version ?? ""
    version = [number, build].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func fileName(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }

  /// `libjpeg` and `62.3.0` from `libjpeg.so.62.3.0` and `libjpeg.62.3.0.dylib`, or an empty version; nil for other files.
  private static func parts(ofFile file: String) -> (name: String, version: String)? {
    if let suffix = file.firstRange(of: ".so") {
      return (String(file[..<suffix.lowerBound]), String(file[suffix.upperBound...].drop { $0 == "." }))
    }
    guard file.hasSuffix(".dylib") else { return nil }
    let parts = file.dropLast(".dylib".count).split(separator: ".", maxSplits: 1).map(String.init)
    return (parts.first ?? "", parts.dropFirst().first ?? "")
  }

  /// Libraries that decode, scale, colour and encode pictures. From libvips' modules only those of enabled loaders.
  static let ofPictures = [
    "libvips", "vips-heif", "vips-jxl", "libjpeg", "libturbojpeg", "libpng", "libspng", "libwebp", "libsharpyuv",
    "libheif", "libde265", "libaom", "libdav1d", "libjxl", "libhwy", "libtiff", "libopenjp2", "libimagequant",
    "liblcms", "libexif", "liborc", "libz", "libdeflate", "liblzma", "libjbig", "libLerc", "libm",
  ]

  /// Libraries for drawings and their text.
  static let ofDrawings = [
    "librsvg", "libcairo", "libpixman", "libpango", "libharfbuzz", "libfreetype", "libfontconfig", "libfribidi",
    "libthai", "libgraphite", "libgdk_pixbuf", "libxml2",
  ]

  /// ffmpeg's decoders, scalers and encoders, as far as `DecoderAllowList` and `MovieCommand` use them.
  static let ofMovies = [
    "libav", "libsw", "libpostproc", "libx264", "libdav1d", "libaom", "libvpx", "libopus", "libvorbis", "libogg",
    "libtheora", "libzimg", "libz", "libm",
  ]
}

/// The build of a program or library file. Its name is not enough: a distribution patches an encoder and keeps its name and even its
/// version.
package enum BuildIdentity {
  /// The build identifier, which linkers compute; if a file has none, the digest of its bytes. The first sixteen hexadecimal digits.
  /// - Returns: nil if the file cannot be read.
  package static func of(_ path: String) -> String? {
    if let identifier = buildIdentifier(of: path) { return identifier.prefix(8).hexadecimal }
    return (try? ContentDigest.read(path, limit: largestFile)).map { String($0.digest.hex.prefix(16)) }
  }

  /// The largest programs, with all libraries in them, have some 100 MB.
  private static let largestFile = 1 << 30

  /// The identifier that GNU's and similar linkers store in a note of an ELF file.
  /// https://refspecs.linuxfoundation.org/elf/gabi4+/ch5.pheader.html#note_section
  private static func buildIdentifier(of path: String) -> ArraySlice<UInt8>? {
    ELFFile.with(path) { file in
      for notes in file.contents(of: .notes) {
        if let identifier = buildIdentifier(inNotes: notes) { return identifier }
      }
      return nil
    }
  }

  /// Each note has the lengths of its name and content, its type, and both, padded to words.
  private static func buildIdentifier(inNotes bytes: [UInt8]) -> ArraySlice<UInt8>? {
    var place = 0
    while let nameLength = bytes.number(at: place, byteCount: 4),
      let length = bytes.number(at: place + 4, byteCount: 4), let type = bytes.number(at: place + 8, byteCount: 4)
    {
      let content = place + 12 + words(nameLength)
      let end = content + words(length)
      guard end <= bytes.count, length > 0 || nameLength > 0 else { return nil }
      // `NT_GNU_BUILD_ID`, by GNU.
      if type == 3, bytes[(place + 12)..<content].elementsEqual([0x47, 0x4E, 0x55, 0]) {
        return bytes[content..<(content + length)]
      }
      place = end
    }
    return nil
  }

  private static func words(_ byteCount: Int) -> Int { (byteCount + 3) / 4 * 4 }
}
