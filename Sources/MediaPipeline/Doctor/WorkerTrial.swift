import Findings
import MediaFacts
import PushDelivery

/// Whether a worker process starts here and decodes a picture: containers may forbid what it needs.
struct WorkerTrial {
  private let command: WorkerConfiguration
  private let sandbox = SandboxRecord()

  init(_ command: WorkerConfiguration) { self.command = command }

  /// How much of the system a worker can reach when a file has taken it over; by its own word where `examine` has started one.
  func examineSandbox() -> DoctorFinding {
    let summary = sandbox.summary(command.limits.sandbox)
    guard summary != "full" else {
      return DoctorFinding("sandbox", .good, "workers are locked in by Landlock and seccomp")
    }
    let isBroken = command.limits.sandbox == .require
    return DoctorFinding(
      "sandbox", isBroken ? .broken : .missing, "workers are locked in: \(summary)",
      cost: isBroken
        ? "worker.sandbox is `require`, so nothing can be decoded"
        : "a decoder that a file takes over reaches more than that file",
      remedy:
        "use a Linux of version 5.13 or newer that has Landlock switched on and lets containers use it and seccomp")
  }

  func examine() async -> DoctorFinding {
    let clock = ContinuousClock()
    let start = clock.now
    do {
      try await decode(Self.picture, named: "picture.gif")
    } catch let error as FileSystemError {
      return failure("\(error.path): \(error.message)", remedy: error.remedy)
    } catch {
      return failure(Self.reason(error))
    }
    let milliseconds = Int(start.duration(to: clock.now) / .milliseconds(1))
    return DoctorFinding("workers", .good, "a worker started and decoded a picture in \(milliseconds) ms")
  }

  private func failure(_ reason: String, remedy: String? = nil) -> DoctorFinding {
    let advice = "look at the limits of this shell or container (ulimit -a), and at worker.max-memory in pipeline.yml"
    return DoctorFinding(
      "workers", .broken, "a worker could not decode a picture: \(reason)", cost: "no picture can be decoded",
      remedy: remedy ?? advice)
  }

  /// Whether ffmpeg and ffprobe start in a worker, where they reach less than in a shell.
  ///
  /// - Returns: nil where they are not there.
  func examineFFmpeg() async -> DoctorFinding? {
    do {
      // ffmpeg decodes it.
      try await decode(Self.bitmap, named: "picture.bmp")
      try await probe()
    } catch MediaError.missingProgram {
      return nil
    } catch {
      return DoctorFinding(
        "ffmpeg in workers", .broken, Self.reason(error), cost: "neither videos nor pictures in BMP can be decoded",
        remedy: "install a build of ffmpeg that starts there, or write `worker.sandbox: off` in pipeline.yml")
    }
    return DoctorFinding("ffmpeg in workers", .good, "a worker started ffmpeg and ffprobe")
  }

  private func decode(_ bytes: [UInt8], named name: String) async throws {
    try await withFile(bytes, named: name) { path, workers async throws(MediaError) in
      let inspection = try await workers.inspect(path, limits: SourceLimits())
      _ = try await workers.verify(path, inspection: inspection, withSound: false)
    }
  }

  /// Asks ffprobe about what is no video: that it finds so is enough.
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
    let folder = try PrivateFolder()
    let path = folder.path + "/" + name
    try DurableFile.write(bytes, to: path)
    try await WorkerPool.withWorkers(1, command: command, telling: sandbox) { workers async throws(MediaError) in
      try await body(path, workers)
    }
  }

  private static func reason(_ error: any Error) -> String {
    (error as? MediaError)?.diagnostic(for: "a picture").message ?? error.reason
  }

  /// A GIF of one white pixel.
  private static let picture: [UInt8] =
    Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0xFF, 0xFF, 0xFF, 0, 0, 0] + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0]
    + [2, 2, 0x44, 1, 0, 0x3B]

  /// A BMP of one white pixel.
  private static let bitmap: [UInt8] =
    Array("BM".utf8) + [58, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0] + [40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24, 0]
    + [UInt8](repeating: 0, count: 4) + [4, 0, 0, 0] + [UInt8](repeating: 0, count: 16) + [0xFF, 0xFF, 0xFF, 0]
}
