import Vips

/// ffmpeg and ffprobe, which videos and animations need.
struct InstalledFFmpeg {
  /// The variables that it gets when it is examined: those of workers, without credentials.
  let environment: [String: String]

  func examine() async -> [DoctorFinding] {
    guard let ffmpeg = LoadedLibraries.program("ffmpeg"), LoadedLibraries.program("ffprobe") != nil else {
      return [
        DoctorFinding(
          "ffmpeg", .missing, "ffmpeg and ffprobe are not both in PATH",
          cost: "videos, animated PNG, BMP and what `motion: mp4` asks for are refused",
          remedy: "install ffmpeg (Debian, Ubuntu: apt install ffmpeg; macOS: brew install ffmpeg)")
      ]
    }
    let program = InstalledProgram(path: ffmpeg, environment: environment)
    let version = await program.version
    let encoders = await program.says("-encoders")
    let missing = [("libx264", "movies cannot be made"), ("aac", "movies lose their sound")]
      .filter { !encoders.contains(" \($0.0) ") }
    return [DoctorFinding("ffmpeg", .good, "\(version ?? "unknown version") at \(ffmpeg)")]
      + missing.map { encoder, cost in
        DoctorFinding(
          encoder, .missing, "this ffmpeg was built without it", cost: cost,
          remedy: "install a build of ffmpeg that has it")
      }
  }
}

/// libvips' formats here.
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
    let missing = Loader.formats.filter { !$0.isInstalled }.map(\.name)
    let formats = Loader.formats.filter(\.isInstalled).map(\.name).joined(separator: ", ")
    let library = DoctorFinding("libvips", .good, "\(VipsLibrary.version), which reads \(formats)")
    return [library] + missing.map(examination)
  }

  private static func examination(of format: String) -> DoctorFinding {
    let isCommon = [Loader.jpeg, .png, .webp].map(\.rawValue).contains(format)
    return DoctorFinding(
      format, isCommon ? .broken : .missing, "this libvips was built without it",
      cost: "\(format) pictures are refused", remedy: "install a build of libvips that has it")
  }
}
