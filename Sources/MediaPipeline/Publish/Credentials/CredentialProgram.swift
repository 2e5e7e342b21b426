import Essentials
import Findings
import Libraries
import Subprocess

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
          words[0].contains("/") ? .at(words[0]) : .name(words[0]),
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
      guard result.terminationStatus.isSuccess else {
        throw failure(result.closureResult.hasPassed ? "took longer than \(Self.seconds) s" : "failed")
      }
      return result.standardOutput
    } catch let error as ObjectStoreError {
      throw error
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw .noCredentials("\(words[0]) is not a program that can be found", remedy: installing)
    } catch {
      group.end()
      throw failure("cannot be run, or printed too much")
    }
  }

  func document(_ variables: Variables) async throws(ObjectStoreError) -> JSONValue {
    guard let document = JSONValue(json: try await output(variables)) else { throw failure("printed no credentials") }
    return document
  }

  func token(_ variables: Variables) async throws(ObjectStoreError) -> Secret {
    try token(String(decoding: try await output(variables), as: UTF8.self).trimmed)
  }

  func token(_ text: String?) throws(ObjectStoreError) -> Secret {
    guard let text, text.isToken else { throw failure("printed no token") }
    return Secret(text)
  }

  func failure(_ reason: String) -> ObjectStoreError { .noCredentials("\(words[0]) \(reason)", remedy: remedy) }
}

/// Splits a command into words as shells do, without other shell features; nil if a quote is not closed.
func commandWords(_ command: String) -> [String]? {
  var (words, word, quote, isEscaped): ([String], String?, Character?, Bool) = ([], nil, nil, false)
  for character in command {
    switch character {
    case _ where isEscaped:
      // Between double quotes a backslash is literal before other characters.
      let isLiteral = quote != nil && character != "\"" && character != "\\"
      word = (word ?? "") + (isLiteral ? "\\" : "") + String(character)
      isEscaped = false
    case "\\" where quote != "'": isEscaped = true
    case _ where character == quote: quote = nil
    case "'" where quote == nil, "\"" where quote == nil: (quote, word) = (character, word ?? "")
    case _ where quote == nil && character.isWhitespace:
      words += [word].compactMap(\.self)
      word = nil
    default: word = (word ?? "") + String(character)
    }
  }
  return quote == nil && !isEscaped ? words + [word].compactMap(\.self) : nil
}
