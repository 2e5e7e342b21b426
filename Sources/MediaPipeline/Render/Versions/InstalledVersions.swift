import Curl
import Essentials
import Subprocess
import Vips

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// The versions of the program and of everything on this machine that decides what renditions are. Its JSON form is a public contract.
public struct InstalledVersions: Hashable, Sendable, Codable {
  /// The program's own.
  public let richpush: String
  /// Those of the renderer, of libraries and of programs, by their names. Of a program that is what tells one build from another.
  public let components: [String: String]
  /// The formats that libvips reads here.
  public let loaders: [String]
  /// What ffmpeg and ffprobe call their versions; without those that are not installed.
  public let programs: [String: String]
  /// Those of what richpush encodes: of `stills`, its own JPEG encoder among it, and of `movies`. `renderer` in `components` is both.
  public let encoders: [String: String]

  public static func find(richpush: String) async -> InstalledVersions {
    try? VipsLibrary.start()
    return InstalledVersions(
      richpush: richpush,
      components: await RenderingVersions.installed.versions.merging(["libcurl": HTTPSession.libraryVersion]) { $1 },
      // GIF is decoded here.
      loaders: Loader.formats.filter(\.isInstalled).map(\.name) + ["gif"],
      programs: await programs(),
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

/// A program of ffmpeg, to be asked about itself.
struct InstalledProgram {
  let path: String
  /// All variables that it sees: those of workers, since credentials are none of its business.
  let environment: [String: String]

  /// What it calls its version, such as `5.1.9-0+deb12u1`; nil where it does not say.
  var version: String? {
    get async { await says("-version").split(separator: " ").dropFirst(2).first.map(String.init) }
  }

  /// What it says to one argument; nothing where it cannot be started.
  func says(_ argument: String) async -> String {
    let result = try? await Subprocess.run(
      .path(FilePath(path)), arguments: ["-hide_banner", argument],
      environment: .seeing(environment), output: .string(limit: 1 << 20), error: .discarded)
    return (result?.standardOutput ?? nil) ?? ""
  }
}
