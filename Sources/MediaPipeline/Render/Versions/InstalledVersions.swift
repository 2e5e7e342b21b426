import Curl
import Essentials
import Subprocess
import Vips

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

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
      .path(FilePath(path)), arguments: ["-hide_banner", argument],
      environment: .seeing(environment), output: .string(limit: 1 << 20), error: .discarded)
    return (result?.standardOutput ?? nil) ?? ""
  }
}
