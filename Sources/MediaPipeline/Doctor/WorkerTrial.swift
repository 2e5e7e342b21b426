import Findings
import Libraries
import MediaFacts
import PushDelivery

/// Whether a worker process starts here and decodes a picture: containers may forbid what it needs.
struct WorkerTrial {
  private let command: WorkerConfiguration
  private let sandbox = SandboxRecord()
  /// The parent folder of a run's workers; nil without a configuration.
  private let outputFolder: String?
  private let configurationPath: String

  init(_ command: WorkerConfiguration, _ settings: PipelineSettings?) {
    self.command = command
    outputFolder = settings?.outputFolder
    configurationPath = settings?.configurationPath ?? "pipeline.yml"
  }

  /// How much of the system a compromised worker can reach; as the worker reports it if `examine` has started one.
  func examineSandbox() -> DoctorFinding {
    let summary = sandbox.summary(command.limits.sandbox)
    guard summary != "full" else {
      return DoctorFinding("sandbox", .good, "workers are locked in by Landlock and seccomp")
    }
    let isBroken = command.limits.sandbox == .require
    return DoctorFinding(
      "sandbox", isBroken ? .broken : .missing, .doctor("sandbox", summary),
      cost: isBroken
        ? "worker.sandbox is `require`, so nothing can be decoded"
        : "a decoder that a file takes over reaches more than that file")
  }

  func examine() async -> DoctorFinding {
    let start = ContinuousClock.now
    do {
      try await decode(Self.picture, named: "picture.png")
      let milliseconds = Int(start.duration(to: .now) / .milliseconds(1))
      return DoctorFinding("workers", .good, "a worker started and decoded a picture in \(milliseconds) ms")
    } catch let error as FileSystemError {
      var finding = DoctorFinding("workers", .warning, .doctor("noTrial", error.path, error.message))
      finding.remedy = error.remedy ?? finding.remedy
      return finding
    } catch { return DoctorFinding("workers", .broken, .doctor("workers", Self.reason(error), configurationPath)) }
  }

  /// Whether ffmpeg and ffprobe start in a worker, which has less access than a shell; nil if they are not installed.
  func examineFFmpeg() async -> DoctorFinding? {
    do {
      // ffmpeg decodes it.
      try await decode(Self.bitmap, named: "picture.bmp")
      try await probe()
      return DoctorFinding("ffmpeg in workers", .good, "a worker started ffmpeg and ffprobe")
    } catch MediaError.missingProgram {
      return nil
    } catch {
      return DoctorFinding("ffmpeg in workers", .broken, .doctor("ffmpeg", Self.reason(error), configurationPath))
    }
  }

  private func decode(_ bytes: [UInt8], named name: String) async throws {
    try await withFile(bytes, named: name) { path, workers async throws(MediaError) in
      let inspection = try await workers.inspect(path, limits: SourceLimits())
      _ = try await workers.verify(path, limits: SourceLimits(), inspection: inspection, withSound: false)
    }
  }

  /// Gives ffprobe a file that is not a video: its refusal is enough.
  private func probe() async throws {
    try await withFile(Self.picture, named: "picture.mp4") { path, workers async throws(MediaError) in
      do throws(MediaError) { _ = try await workers.probe(path, format: .mp4, limits: SourceLimits()) } catch {
        guard case .damaged = error else { throw error }
      }
    }
  }

  private func withFile(
    _ bytes: [UInt8], named name: String,
    _ body: @escaping @Sendable (String, WorkerPool) async throws(MediaError) -> Void
  ) async throws {
    let folder = try place()
    let path = folder.path + "/" + name
    try DurableFile.write(bytes, to: path)
    try await WorkerPool.withWorkers(1, command: command, in: folder.path, telling: sandbox) {
      workers async throws(MediaError) in
      try await body(path, workers)
    }
  }

  /// The folder of a run's workers, which needs no temporary folder; the temporary folder without a configuration, or if that fails.
  private func place() throws(FileSystemError) -> PrivateFolder {
    let output = outputFolder.flatMap { FileSystem.canonicalPath(DiskSpace.nearest(to: $0)) }
    if let output, let folder = try? PrivateFolder(in: output) { return folder }
    return try PrivateFolder()
  }

  private static func reason(_ error: any Error) -> String {
    (error as? MediaError)?.diagnostic(for: "a picture").message ?? error.reason
  }

  /// A PNG of two colours: one of a single colour would be reported.
  static let picture: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0,
    0, 2, 0, 0, 0, 1, 8, 0, 0, 0, 0, 0xD1, 0x49, 0x20, 0x56, 0, 0, 0,
    0x0B, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0xF8, 0xCF, 0, 0, 2, 1, 1, 0, 0xA1, 0x1E,
    0x5C, 0x75, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]

  /// A BMP of a white and a black pixel.
  private static let bitmap: [UInt8] =
    Array("BM".utf8) + [62, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0] + [40, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24, 0]
    + [UInt8](repeating: 0, count: 4) + [8, 0, 0, 0] + [UInt8](repeating: 0, count: 16)
    + [0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0]
}

/// Programs and libraries that a run uses.
enum InstalledPrograms {
  /// ffmpeg and ffprobe, which videos and animations need, in the environment of workers, without credentials.
  static func examineFFmpeg(environment: [String: String]) async -> [DoctorFinding] {
    guard let ffmpeg = LoadedLibraries.program("ffmpeg"), LoadedLibraries.program("ffprobe") != nil else {
      return [DoctorFinding("ffmpeg", .missing, .doctor("noFFmpeg"))]
    }
    let program = InstalledProgram(path: ffmpeg, environment: environment)
    let version = await program.version
    let encoders = await program.says("-encoders")
    let missing = [("libx264", "movies cannot be made"), ("aac", "movies lose their sound")]
      .filter { !encoders.contains(" \($0.0) ") }
    return [DoctorFinding("ffmpeg", .good, "\(version ?? "unknown version") at \(ffmpeg)")]
      + missing.map { encoder, cost in
        DoctorFinding(encoder, .missing, .doctor("encoder"), cost: cost)
      }
  }

  /// tesseract, which reads the words of pictures.
  static func examineTesseract() async -> DoctorFinding {
    guard let tesseract = await InstalledTesseract.found.value, !tesseract.languages.isEmpty else {
      return DoctorFinding("tesseract", .missing, .doctor("noTesseract"))
    }
    let languages = tesseract.languages.joined(separator: ", ")
    return DoctorFinding("tesseract", .good, "at \(tesseract.path), which reads \(languages)")
  }

  /// libvips' formats here.
  static func examineDecoders() -> [DoctorFinding] {
    do throws(VipsError) { try VipsLibrary.start() } catch {
      return [DoctorFinding("libvips", .broken, .doctor("libvips", error.detail))]
    }
    let formats = Loader.formats.filter(\.isInstalled).map(\.name).joined(separator: ", ")
    let missing = Loader.formats.filter { !$0.isInstalled }.map { format in
      DoctorFinding(
        format.name, [Loader.jpeg, .png, .webp].map(\.rawValue).contains(format.name) ? .broken : .missing,
        .doctor("decoder", format.name))
    }
    return [DoctorFinding("libvips", .good, "\(VipsLibrary.version), which reads \(formats)")] + missing
  }
}
