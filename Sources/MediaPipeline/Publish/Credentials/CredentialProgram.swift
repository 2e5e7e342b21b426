import Essentials
import Findings
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A program that prints credentials: one from a profile, or a cloud's command line, which knows logins, roles and devices.
struct CredentialProgram: Sendable {
  /// The program and its arguments, without a shell.
  let words: [String]
  /// The remedies if it is missing, and if it prints no credentials.
  let installing, remedy: String

  /// How long it may take, in seconds: it may ask the user in a browser.
  private static let seconds = 60

  /// Its output. Its errors are not shown: they may contain secrets. It inherits all of the variables.
  func output(_ variables: Variables) async throws(ObjectStoreError) -> [UInt8] {
    // Its own process group, so that programs that it has started end with it.
    var options = PlatformOptions()
    options.processGroupID = 0
    let group = ProgramGroup()
    defer { group.forget() }
    do {
      // After cancellation, do not wait for programs that it started and that hold its output open.
      let result = try await withTaskCancellationHandler {
        try await Subprocess.run(
          program.contains("/") ? .path(FilePath(program)) : .name(program),
          arguments: Arguments(Array(words.dropFirst())),
          environment: .seeing(variables.all), platformOptions: options, input: .none,
          output: .bytes(limit: 65_536), error: .discarded
        ) { execution in
          group.begin(execution.processIdentifier.value)
          if Task.isCancelled { group.end() }
          return TimeLimit(seconds: Self.seconds) { group.end() }
        }
      } onCancel: {
        group.end()
      }
      result.closureResult.cancel()
      guard !result.closureResult.hasPassed else { throw failure("took longer than \(Self.seconds) s") }
      guard result.terminationStatus.isSuccess else { throw failure("failed") }
      return result.standardOutput
    } catch let error as ObjectStoreError {
      throw error
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw .noCredentials("\(program) is not a program that can be found", remedy: installing)
    } catch {
      group.end()
      throw failure("cannot be run, or printed too much")
    }
  }

  /// The output as JSON.
  func document(_ variables: Variables) async throws(ObjectStoreError) -> JSONValue {
    guard let document = JSONValue(json: try await output(variables)) else { throw failure("printed no credentials") }
    return document
  }

  func failure(_ reason: String) -> ObjectStoreError { .noCredentials("\(program) \(reason)", remedy: remedy) }

  private var program: String { words.first ?? "" }
}

/// Splits a command into words as shells do, without other shell features.
struct CommandWords {
  private(set) var words: [String] = []

  /// Nil if a quote is not closed.
  init?(_ command: String) {
    var (word, quote, isEscaped): (String?, Character?, Bool) = (nil, nil, false)
    for character in command {
      if isEscaped {
        // Between double quotes a backslash is literal before other characters.
        if quote != nil, character != "\"", character != "\\" { word?.append("\\") }
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        (quote, word) = (character, word ?? "")
      } else if quote == nil, character.isWhitespace {
        if let ended = word { words.append(ended) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    guard quote == nil, !isEscaped else { return nil }
    if let word { words.append(word) }
  }
}
