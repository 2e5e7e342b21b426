import Csystem
import Essentials
import Libraries
import MediaFacts
import PushDelivery
import SystemPackage

/// A worker's main loop: a job a line in, a reply a line out, until the input ends.
public enum WorkerLoop {
  /// Bytes kept for the next job: enough for a 24-megapixel photograph, whose memory costs 15 milliseconds to get again.
  private static let keptMemory: Int64 = 96 << 20

  /// A worker's exit status if it gets no more threads, so that its parent blames the machine (`EX_TEMPFAIL` of sysexits.h).
  public static let noThreadsStatus = CSYSTEM_NO_PROCESSES_STATUS

  /// Reports the done part of a job, 0 to 1.
  public typealias Report = @Sendable (Double) -> Void

  /// Runs until standard input ends, then ends the process, even during a job: without a parent its result is useless.
  ///
  /// - Parameters:
  ///   - memoryLimit: bytes of address space beyond what the process uses at its start.
  ///   - processorSeconds: how long processors may be busy with one job; nil: as long as the parent waits.
  ///   - perform: does a job.
  public static func run(
    memoryLimit: Int, processorSeconds: Int? = nil,
    perform: @Sendable (WorkerJob, @escaping Report) async -> WorkerReply = WorkerLoop.perform
  ) async {
    csystem_keep_memory()
    let replies = takeStandardOutput()
    if let gaps = SandboxGaps.ofThisProcess { send(.started(gaps), on: replies) }
    do { try VipsLibrary.start() } catch { exit(WorkerEnding.cannotStartStatus) }
    guard csystem_limit_memory(Int64(memoryLimit)) == 0 else { exit(WorkerEnding.cannotStartStatus) }
    // A quarter of its limit: libraries that end a process have asked for much at once.
    csystem_tell_shortage(Int64(memoryLimit / 4), VipsLibrary.outOfMemoryStatus)
    send(.ready, on: replies)
    for await line in standardInputLines() {
      if let processorSeconds { _ = csandbox_limit_processor_time(UInt64(max(1, processorSeconds))) }
      await answer(line, on: replies, perform: perform)
      // Until the next job, which may never come.
      csystem_release_memory(keptMemory)
    }
  }

  /// Reserves standard output for replies: C libraries also write complaints to it, and many to standard error.
  private static func takeStandardOutput() -> FileDescriptor {
    let replies = dup(STDOUT_FILENO)
    let nowhere = open("/dev/null", O_WRONLY)
    guard replies >= 0, nowhere >= 0, dup2(nowhere, STDOUT_FILENO) >= 0, dup2(nowhere, STDERR_FILENO) >= 0 else {
      exit(WorkerEnding.cannotStartStatus)
    }
    close(nowhere)
    // ffmpeg, which a worker starts, must not hold it open.
    _ = fcntl(replies, F_SETFD, FD_CLOEXEC)
    return FileDescriptor(rawValue: replies)
  }

  /// Does one job in this process.
  public static func perform(_ job: WorkerJob, progress: @escaping Report) async -> WorkerReply {
    do throws(MediaError) {
      VipsLibrary.forgetErrors()
      let (path, limits, output) = (job.path, job.limits, job.output)
      switch job.work {
      case .inspect: return .inspected(try await Inspector(limits: limits).inspect(path))
      case .probe(let format):
        return .inspected(.video(try await VideoProbe(path: path, format: format, limits: limits).probe().video))
      case .verify(let inspection, let withSound):
        return .verified(damage: try await Verifier().verify(path, inspection: inspection, withSound: withSound))
      case .render(let inspection, .still(let plan)):
        let renderer = Renderer(limits: limits)
        return .rendered(.still(try await renderer.render(path, inspection: inspection, plan: plan, to: output)))
      case .render(let inspection, .motion(let plan)):
        let renderer = MotionRenderer(limits: limits)
        return .rendered(
          .motion(try await renderer.render(path, inspection: inspection, plan: plan, to: output, progress: progress)))
      }
    } catch { return .failed(error) }
  }

  /// A separate thread reads, so that the end of input is noticed while a decoder works.
  private static func standardInputLines() -> AsyncStream<String> {
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    DetachedThread.start {
      while let line = readLine() { continuation.yield(line) }
      // Programs that this worker has started end too. A worker leads its group, unless a person started it.
      if getpgrp() == getpid() { kill(0, SIGKILL) }
      // Not exit: it would wait for the other thread's locks.
      _exit(0)
    }
    return lines
  }

  private static func answer(
    _ line: String, on replies: FileDescriptor, perform: (WorkerJob, @escaping Report) async -> WorkerReply
  ) async {
    let reply: WorkerReply
    do {
      let job = try JSONDecoder().decode(WorkerJob.self, from: Data(line.utf8))
      reply = await perform(job) { send(.progress($0), on: replies) }
    } catch { reply = .failed(.untrustworthy(detail: "a worker was sent what is no job: \(error.reason)")) }
    send(reply, on: replies)
  }

  private static let unsayable = WorkerReply.failed(.untrustworthy(detail: "its reply has no form in JSON"))

  private static func send(_ reply: WorkerReply, on replies: FileDescriptor) {
    // A number without a JSON form is that file's fault.
    guard var bytes = (try? JSONEncoder().encode(reply)) ?? (try? JSONEncoder().encode(unsayable)) else { return }
    bytes.append(UInt8(ascii: "\n"))
    _ = try? replies.writeAll(bytes)
  }
}
