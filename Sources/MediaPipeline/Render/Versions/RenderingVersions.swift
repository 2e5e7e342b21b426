import Essentials
import Findings
import Libraries
package import MediaFacts

/// The versions of everything that affects the bytes of renditions: the renderer, the kind of machine, and each library and program that
/// decodes, scales or encodes. It contains no paths: with the same packages on the same kind of machine, it is the same.
///
/// It cannot detect processors that compute the last bit of a sine differently from others of their kind.
package struct RenderingVersions: Hashable, Sendable {
  /// By the name of the component.
  package let versions: [String: String]

  package init(_ versions: [String: String]) { self.versions = versions }

  /// One value for all of them, as part of keys.
  package var digest: ContentDigest {
    ContentDigest(of: Array(versions.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)\n" }.joined().utf8))
  }
}

/// The part of a machine that is needed to render.
package enum RenderingNeeds: Hashable, Sendable, CaseIterable {
  /// libvips and its decoders.
  case pictures
  /// Those, and everything that draws, including fonts.
  case drawings
  /// Those, and ffmpeg.
  case movies
  /// tesseract and its data, for the words of a picture.
  case reading

  /// The needs of rendering a source.
  package init(_ inspection: Inspection) {
    guard case .still(let picture) = inspection else {
      self = .movies
      return
    }
    switch picture.format.decoder {
    case .bitmap: self = .movies
    case .drawing: self = .drawings
    default: self = .pictures
    }
  }
}

extension RenderingVersions {
  /// The versions on this machine, as far as needed. They are determined once and on demand, which takes some ten milliseconds for each
  /// need.
  package static func installed(for needs: RenderingNeeds) async -> RenderingVersions {
    switch needs {
    case .pictures: await pictures.value
    case .drawings: await drawings.value
    case .movies: await movies.value
    case .reading: await reading.value
    }
  }

  /// All of this machine.
  package static var installed: RenderingVersions {
    get async {
      var all: [String: String] = [:]
      for needs in RenderingNeeds.allCases { all.merge(await installed(for: needs).versions) { $1 } }
      return RenderingVersions(all)
    }
  }

  private static let fonts = "fonts"
  private static let programs = ["ffmpeg", "ffprobe"]

  private static let pictures = Task {
    let loaded = LoadedLibraries.ofThisProcess
    let modules = LoadedLibraries.decodingModules.values.sorted()
    // A program that every system has acts as a user of the modules.
    let more = modules.isEmpty ? [] : await LoadedLibraries.of("/bin/true", preloading: modules)
    return RenderingVersions(
      decisive(loaded + modules + more, of: "picture")
        .merging(["renderer": "\(Renderer.version).\(VideoRenderer.version)", "machine": machine]) { $1 })
  }

  private static let drawings = Task {
    let libraries = decisive(LoadedLibraries.ofThisProcess, of: "drawing")
    let all = await pictures.value.versions.merging(libraries) { $1 }
    return RenderingVersions(all.merging([fonts: InstalledFonts.digest]) { $1 })
  }

  private static let movies = Task {
    var versions = await pictures.value.versions
    for name in programs {
      let path = LoadedLibraries.program(name)
      versions[name] = path.flatMap(FileSystem.canonicalPath).flatMap(BuildIdentity.of) ?? "none"
      guard name == programs[0], let path else { continue }
      // Its libraries have the same names as some of this process, and may differ.
      let own = decisive(await LoadedLibraries.of(path), of: "movie")
      for (library, version) in own { versions["ffmpeg \(library)"] = version }
    }
    return RenderingVersions(versions)
  }

  private static let reading = Task {
    let tesseract = await InstalledTesseract.found.value
    let build = tesseract.flatMap { FileSystem.canonicalPath($0.path) }.flatMap(BuildIdentity.of)
    let data = tesseract.map { ContentDigest(of: Array($0.dataSizes.joined(separator: "\n").utf8)).hex.prefix(16) }
    return RenderingVersions(["tesseract": build.flatMap { build in data.map { "\(build) \($0)" } } ?? "none"])
  }

  /// - Parameter kind: of the libraries, as texts/decoding.txt calls it.
  private static func decisive(_ paths: [String], of kind: String) -> [String: String] {
    let names = Array(WordTable.decoding.rows(kind + "-library").joined())
    let found = Set(paths).sorted().compactMap { DecisiveLibrary($0, among: names) }
    let versions = Dictionary(grouping: found, by: \.name).mapValues {
      Set($0.map(\.version)).sorted().joined(separator: ", ")
    }
    return versions.merging(versions["libvips"].map { ["libvips": "\(VipsLibrary.version) (\($0))"] } ?? [:]) { $1 }
  }

  /// Floating-point rounding differs between processors and mathematics libraries.
  private static var machine: String {
    #if arch(arm64)
      let processor = "arm64"
    #elseif arch(x86_64)
      let processor = "x86_64"
    #else
      let processor = "other"
    #endif
    #if os(Linux)
      return processor + "-linux"
    #else
      return processor + "-macos"
    #endif
  }
}

/// The fonts that a worker sees: it has no home.
private enum InstalledFonts {
  private static let folders = [
    "/usr/share/fonts", "/usr/local/share/fonts", "/etc/fonts", "/System/Library/Fonts", "/Library/Fonts",
  ]

  /// A digest of all names and sizes.
  static var digest: String {
    let lines = folders.flatMap { files(in: $0, depth: 6) }.sorted()
    return lines.isEmpty ? "none" : String(ContentDigest(of: Array(lines.joined(separator: "\n").utf8)).hex.prefix(16))
  }

  private static func files(in folder: String, depth: Int) -> [String] {
    guard depth > 0 else { return [] }
    return FileSystem.names(in: folder).flatMap { name -> [String] in
      let path = folder + "/" + name
      return switch FileSystem.kind(of: path) {
      case .file(let byteCount): ["\(path) \(byteCount)"]
      case .folder: files(in: path, depth: depth - 1)
      default: []
      }
    }
  }
}
