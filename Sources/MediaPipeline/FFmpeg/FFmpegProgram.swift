import PushDelivery
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// ffmpeg and ffprobe, started by a worker so that they inherit its limits and its scrubbed environment.
enum FFmpegProgram: String, Sendable {
  case ffmpeg, ffprobe

  /// How a run ended.
  struct Ending: Sendable {
    var isSuccess: Bool
    /// What it wrote to standard error: the first lines, each once.
    var errorLines: [String]
  }

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: without `-v` and `-nostdin`, which every run gets.
  ///   - write: writes to its standard input, which ends after that; nothing when nil.
  ///   - read: gets its standard output, piece by piece. When it throws, the program is killed.
  /// - Throws: `MediaError.missingProgram`, what `read` and `write` throw if it is a `MediaError`, or `.machine`, also where the program is
  ///   there and does not start, and where the system ended it.
  @discardableResult
  func run(
    _ arguments: [String], writing write: (@Sendable (StandardInputWriter) async throws -> Void)? = nil,
    reading read: (borrowing RawSpan) throws -> Void = { _ in }
  ) async throws(MediaError) -> Ending {
    let quiet = self == .ffmpeg ? ["-v", "error", "-nostdin", "-hide_banner"] : ["-v", "error"]
    do {
      let result = try await Subprocess.run(
        .name(rawValue), arguments: Arguments(quiet + arguments), input: .inputWriter, output: .sequence,
        error: .sequence
      ) { execution in
        async let errorLines = Self.errorLines(execution.standardError)
        async let writing: Void = Self.feed(execution.standardInputWriter, write)
        do {
          for try await piece in execution.standardOutput { try read(piece.bytes) }
        } catch {
          try? execution.send(signal: .kill)
          throw error
        }
        try await writing
        return await errorLines
      }
      try requireNotKilled(result.terminationStatus)
      // What loaders end with that do not find a library, and shells that do not find a program.
      if result.terminationStatus == .exited(127) {
        throw notStarting(result.closureResult.first ?? "its libraries are not found")
      }
      return Ending(isSuccess: result.terminationStatus.isSuccess, errorLines: result.closureResult)
    } catch let error as MediaError {
      throw error
    } catch let error as SubprocessError where error.code == .executableNotFound {
      guard let path = LoadedLibraries.program(rawValue) else { throw .missingProgram(name: "ffmpeg") }
      throw notStarting("the system does not let \(path), or what that is started by, be run")
    } catch let error as SubprocessError {
      throw notStarting(error.reason)
    } catch {
      throw MediaError(unexpected: error)
    }
  }

  /// Whoever is killed for what it has read has thrown before, and a worker that is out of time is ended with its programs: so it was
  /// the system that chose it, and not the file.
  private func requireNotKilled(_ status: TerminationStatus) throws(MediaError) {
    guard case .signaled(Signal.kill.rawValue) = status, !Task.isCancelled else { return }
    throw .machine(
      detail:
        "the system ended \(rawValue), as it does when memory is short; use fewer `jobs`, or give the machine more memory"
    )
  }

  /// About a program that is there.
  private func notStarting(_ reason: String) -> MediaError {
    guard SandboxGaps.ofThisProcess?.contains(.files) == false else {
      return .machine(detail: "\(rawValue) cannot be started: \(reason)")
    }
    return .machine(
      detail:
        "\(rawValue) cannot be started in the workers' sandbox: \(reason); have one installed where the system's programs are. "
        + "`richpush doctor` tells whether it is the sandbox that is in its way")
  }

  /// A program that ends early needs no more input: its exit status tells why.
  private static func feed(
    _ writer: StandardInputWriter, _ write: (@Sendable (StandardInputWriter) async throws -> Void)?
  ) async throws {
    do {
      try await write?(writer)
    } catch is SubprocessError {
    } catch {
      // Without its end the program would wait for ever.
      try? await writer.finish()
      throw error
    }
    try? await writer.finish()
  }

  /// Reads all and keeps little: a hostile file can make a decoder complain without end.
  private static func errorLines(_ output: SubprocessOutputSequence) async -> [String] {
    var text: [UInt8] = []
    do {
      for try await piece in output where text.count < 16_384 {
        piece.withUnsafeBytes { text.append(contentsOf: $0) }
      }
    } catch {
      // What was read until then has to do.
    }
    let lines = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    return lines.reduce(into: []) { if $0.count < 20, !$0.contains($1) { $0.append($1) } }
  }
}

/// What ffmpeg and ffprobe say when something is wrong with a file.
enum FFmpegErrorText {
  /// The first complaints as one text for people, without what belongs to this machine: the names of ffmpeg's parts, addresses of
  /// memory, and the file's path.
  static func text(_ errorLines: [String], path: String) -> String {
    let lines = errorLines.prefix(3).map { line($0, path: path) }
    return lines.reduce(into: []) { if !$1.isEmpty, !$0.contains($1) { $0.append($1) } }.joined(separator: "; ")
  }

  private static func line(_ line: String, path: String) -> String {
    line.replacing("file:" + path + ": ", with: "").replacing("file:" + path, with: "").replacing(path, with: "")
      .replacing(/^\[.*?\]\ /, with: "").replacing(/\ @ 0x[0-9a-f]+/, with: "")
  }
}

extension FFmpegProgram.Ending {
  /// What the program lacked, by its own words; nil when it succeeded or the file is the reason.
  var shortage: MediaError? {
    guard !isSuccess else { return nil }
    if MemoryShortage.isTold(byAnyOf: errorLines) { return .outOfMemory }
    guard errorLines.contains(where: Self.tellsOfFewThreads) else { return nil }
    return .machine(
      detail: "ffmpeg gets no more threads; use fewer `jobs`, or raise `ulimit -u` or the container's limit")
  }

  /// Coders start threads when they are opened. The same words about the file itself are about reading it.
  private static func tellsOfFewThreads(_ errorLine: String) -> Bool {
    if errorLine.contains("ff_frame_thread_encoder_init failed") { return true }
    return errorLine.contains("Resource temporarily unavailable")
      && ["opening decoder", "opening encoder", "pthread_create"].contains { errorLine.contains($0) }
  }
}
