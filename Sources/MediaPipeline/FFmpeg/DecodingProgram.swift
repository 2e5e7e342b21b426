import Essentials
import Findings
import PushDelivery
import Subprocess

/// ffmpeg, ffprobe and tesseract, started by a worker so that they inherit its limits and its scrubbed environment.
enum DecodingProgram: String, Sendable {
  case ffmpeg, ffprobe, tesseract

  /// A run's result.
  struct Ending: Sendable {
    var isSuccess: Bool
    /// The first lines of its standard error, each once.
    var errorLines: [String]
  }

  /// Runs the program to its end.
  /// - Parameters:
  ///   - arguments: without `-v` and `-nostdin`, which every run of ffmpeg and ffprobe gets.
  ///   - seconds: after which it is killed; nil: with its worker.
  ///   - write: writes to its standard input, which ends after that; nil: no input.
  ///   - read: gets its standard output, piece by piece. If it throws, the program is killed.
  /// - Throws: `MediaError.missingProgram`, what `read` and `write` throw if it is a `MediaError`, or `.machine`, also if the program is
  ///   installed and does not start, or the system ended it.
  @discardableResult
  func run(
    _ arguments: [String], killedAfter seconds: Int? = nil,
    writing write: (@Sendable (StandardInputWriter) async throws -> Void)? = nil,
    reading read: (borrowing RawSpan) throws -> Void = { _ in }
  ) async throws(MediaError) -> Ending {
    do {
      let result = try await Subprocess.run(
        .name(rawValue), arguments: Arguments(quiet + arguments), environment: environment, input: .inputWriter,
        output: .sequence, error: .sequence
      ) { execution in
        let end = seconds.map { seconds in
          Task {
            try await Task.sleep(for: .seconds(seconds))
            try execution.send(signal: .kill)
          }
        }
        defer { end?.cancel() }
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
      // The exit status of loaders that miss a library, and of shells that miss a program.
      if result.terminationStatus == .exited(127) {
        throw notStarting(result.closureResult.first ?? "its libraries are not found")
      }
      return Ending(isSuccess: result.terminationStatus.isSuccess, errorLines: result.closureResult)
    } catch let error as MediaError {
      throw error
    } catch let error as SubprocessError where error.code == .executableNotFound {
      guard let path = LoadedLibraries.program(rawValue) else { throw .missingProgram(name: package) }
      throw notStarting("the system does not let \(path), or what that is started by, be run")
    } catch let error as SubprocessError {
      throw notStarting(error.reason)
    } catch {
      throw MediaError(unexpected: error)
    }
  }

  /// Runs the program to its end and keeps its standard output, of at most so many bytes.
  func output(
    _ arguments: [String], limit: Int, orThrow excess: MediaError, killedAfter seconds: Int? = nil,
    writing write: (@Sendable (StandardInputWriter) async throws -> Void)? = nil
  ) async throws(MediaError) -> (bytes: [UInt8], ending: Ending) {
    var bytes: [UInt8] = []
    let ending = try await run(arguments, killedAfter: seconds, writing: write) { piece in
      guard bytes.count + piece.byteCount <= limit else { throw excess }
      piece.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }
    return (bytes, ending)
  }

  private var quiet: [String] {
    switch self {
    case .ffmpeg: ["-v", "error", "-nostdin", "-hide_banner"]
    case .ffprobe: ["-v", "error"]
    case .tesseract: []
    }
  }

  /// tesseract is also started outside workers, and several threads only slow it down.
  private var environment: Environment {
    guard self == .tesseract else { return .inherit }
    let variables = WorkerConfiguration.passedOn(of: ProcessInfo.processInfo.environment)
    return .seeing(variables.merging(["OMP_THREAD_LIMIT": "1"]) { $1 })
  }

  /// What to install.
  private var package: String { self == .ffprobe ? "ffmpeg" : rawValue }

  /// A program that is killed for its output has thrown before, and a worker out of time ends with its programs: so the system chose it,
  /// not the file.
  private func requireNotKilled(_ status: TerminationStatus) throws(MediaError) {
    guard case .signaled(Signal.kill.rawValue) = status, !Task.isCancelled else { return }
    let remedy = "use fewer `jobs`, or give the machine more memory"
    throw .machine(detail: "the system ended \(rawValue), as it does when memory is short; \(remedy)")
  }

  /// About an installed program.
  private func notStarting(_ reason: String) -> MediaError {
    guard SandboxGaps.ofThisProcess?.contains(.files) == false else {
      return .machine(detail: "\(rawValue) cannot be started: \(reason)")
    }
    return .machine(
      detail:
        "\(rawValue) cannot be started in the workers' sandbox: \(reason); have one installed where the system's programs are. "
        + "`richpush doctor` tells whether it is the sandbox that is in its way")
  }

  /// A program that ends early needs no more input: its exit status shows why.
  private static func feed(
    _ writer: StandardInputWriter, _ write: (@Sendable (StandardInputWriter) async throws -> Void)?
  ) async throws {
    do {
      try await write?(writer)
    } catch is SubprocessError {
    } catch {
      // Without an end the program would wait for ever.
      try? await writer.finish()
      throw error
    }
    try? await writer.finish()
  }

  /// Reads everything and keeps little: a hostile file can cause endless complaints.
  private static func errorLines(_ output: SubprocessOutputSequence) async -> [String] {
    var text: [UInt8] = []
    do {
      for try await piece in output where text.count < 16_384 { piece.withUnsafeBytes { text.append(contentsOf: $0) } }
    } catch {
      // Use what was read until then.
    }
    let lines = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    return lines.reduce(into: []) { if $0.count < 20, !$0.contains($1) { $0.append($1) } }
  }
}

/// The messages of ffmpeg and ffprobe about a faulty file.
enum FFmpegErrorText {
  /// The first complaints as one text for people, without details of this machine: the names of ffmpeg's parts, memory addresses, and the
  /// file's path.
  static func text(_ errorLines: [String], path: String) -> String {
    let lines = errorLines.prefix(3).map { line($0, path: path) }
    return lines.reduce(into: []) { if !$1.isEmpty, !$0.contains($1) { $0.append($1) } }.joined(separator: "; ")
  }

  private static func line(_ line: String, path: String) -> String {
    line.replacing("file:" + path + ": ", with: "").replacing("file:" + path, with: "").replacing(path, with: "")
      .replacing(/^\[.*?\]\ /, with: "").replacing(/\ @ 0x[0-9a-f]+/, with: "")
  }
}

extension DecodingProgram.Ending {
  /// The missing resource, by its messages; nil if it succeeded or the file is the reason.
  var shortage: MediaError? {
    guard !isSuccess else { return nil }
    if MemoryShortage.isTold(byAnyOf: errorLines) { return .outOfMemory }
    guard errorLines.contains(where: Self.tellsOfFewThreads) else { return nil }
    return .machine(
      detail: "ffmpeg gets no more threads; use fewer `jobs`, or raise `ulimit -u` or the container's limit")
  }

  /// Coders start threads when they are opened. The same message about the file is about reading it.
  private static func tellsOfFewThreads(_ errorLine: String) -> Bool {
    if errorLine.contains("ff_frame_thread_encoder_init failed") { return true }
    return errorLine.contains("Resource temporarily unavailable")
      && ["opening decoder", "opening encoder", "pthread_create"].contains { errorLine.contains($0) }
  }
}

/// The messages with which libraries and programs report that memory ran out. Each has its own. Such a failure says nothing about the file.
package enum MemoryShortage {
  private static let words = WordTable.decoding["memory"]

  /// Whether a complaint is about memory.
  package static func isTold(by complaint: String) -> Bool {
    let complaint = complaint.lowercased()
    // libtiff's words about an empty directory.
    return words.contains { complaint.contains($0) } && !complaint.contains("(0 elements")
  }

  /// Whether a program ran out of memory, by all its complaints.
  ///
  /// A header that the program calls wrong claims sizes for which no memory is enough: that file is damaged.
  package static func isTold(byAnyOf complaints: [String]) -> Bool {
    let others = complaints.filter { !isTold(by: $0) }
    let isHeaderUnread = others.contains { $0.contains(unreadHeader) }
    if isHeaderUnread, others.contains(where: { !$0.contains(unreadHeader) }) { return false }
    return others.count < complaints.count
  }

  /// The last message of ffmpeg and ffprobe if the header of a movie cannot be read, for any reason.
  private static let unreadHeader = "error reading header"
}
