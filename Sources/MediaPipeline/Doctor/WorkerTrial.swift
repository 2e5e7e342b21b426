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
      let folder = try PrivateFolder()
      let path = folder.path + "/picture.gif"
      try DurableFile.write(Self.picture, to: path)
      try await decode(path)
    } catch let error as FileSystemError {
      return failure("\(error.path): \(error.message)", remedy: error.remedy)
    } catch {
      return failure((error as? MediaError)?.diagnostic(for: "a picture").message ?? error.reason)
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

  private func decode(_ path: String) async throws(MediaError) {
    try await WorkerPool.withWorkers(1, command: command, telling: sandbox) { workers async throws(MediaError) in
      let inspection = try await workers.inspect(path, limits: SourceLimits())
      _ = try await workers.verify(path, inspection: inspection, withSound: false)
    }
  }

  /// A GIF of one white pixel.
  private static let picture: [UInt8] =
    Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0xFF, 0xFF, 0xFF, 0, 0, 0] + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0]
    + [2, 2, 0x44, 1, 0, 0x3B]
}
