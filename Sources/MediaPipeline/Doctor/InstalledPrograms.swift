import Subprocess
import Vips

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// ffmpeg and ffprobe, which videos and what moves need.
struct InstalledFFmpeg {
  /// All variables that it sees when it is asked something: those of workers, since credentials are none of its business.
  let environment: [String: String]

  func examine() async -> [DoctorFinding] {
    guard let ffmpeg = LoadedLibraries.program("ffmpeg"), LoadedLibraries.program("ffprobe") != nil else {
      return [
        DoctorFinding(
          "ffmpeg", .missing, "ffmpeg and ffprobe are not both in PATH",
          cost: "videos, and pictures in BMP, are refused",
          remedy: "install ffmpeg (Debian, Ubuntu: apt install ffmpeg; macOS: brew install ffmpeg)")
      ]
    }
    let version = await said(ffmpeg, "-version").split(separator: " ").dropFirst(2).first.map(String.init)
    let encoders = await said(ffmpeg, "-encoders")
    let missing = [("libx264", "movies cannot be made"), ("aac", "movies lose their sound")]
      .filter { !encoders.contains(" \($0.0) ") }
    return [DoctorFinding("ffmpeg", .good, "\(version ?? "unknown version") at \(ffmpeg)")]
      + missing.map { encoder, cost in
        DoctorFinding(
          encoder, .missing, "this ffmpeg was built without it", cost: cost,
          remedy: "install a build of ffmpeg that has it")
      }
  }

  /// What it says to one argument; nothing where it cannot be started.
  private func said(_ program: String, _ argument: String) async -> String {
    let result = try? await Subprocess.run(
      .path(FilePath(program)), arguments: ["-hide_banner", argument],
      environment: .seeing(environment), output: .string(limit: 1 << 20), error: .discarded)
    return (result?.standardOutput ?? nil) ?? ""
  }
}

/// What libvips can read here.
enum InstalledDecoders {
  static func examine() -> [DoctorFinding] {
    do throws(VipsError) {
      try VipsLibrary.start()
    } catch {
      return [
        DoctorFinding(
          "libvips", .broken, "it cannot be started: \(error.detail)", cost: "no picture can be read",
          remedy: "install libvips again, and look whether another version is found before it (LD_LIBRARY_PATH)")
      ]
    }
    let missing = Loader.allCases.filter { !$0.isInstalled }
    let formats = Loader.allCases.filter(\.isInstalled).map(\.rawValue).joined(separator: ", ")
    let library = DoctorFinding("libvips", .good, "\(VipsLibrary.version), which reads \(formats)")
    return [library] + missing.map(examination)
  }

  private static func examination(of loader: Loader) -> DoctorFinding {
    let isCommon = [Loader.jpeg, .png, .gif, .webp].contains(loader)
    return DoctorFinding(
      loader.rawValue, isCommon ? .broken : .missing, "this libvips was built without it",
      cost: "\(loader.rawValue) pictures are refused", remedy: "install a build of libvips that has it")
  }
}
