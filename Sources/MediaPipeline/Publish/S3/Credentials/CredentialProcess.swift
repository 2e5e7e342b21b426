import Essentials
import Findings
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A program that prints credentials (https://docs.aws.amazon.com/sdkref/latest/guide/feature-process-credentials.html).
struct CredentialProcess: CredentialSource {
  private let surroundings: AWSSurroundings
  private let profile: AWSProfile
  let name = "its credential_process"

  /// How long it may take: it may ask somebody in a browser.
  private static let seconds = 60

  init(_ surroundings: AWSSurroundings, _ profile: AWSProfile) {
    self.surroundings = surroundings
    self.profile = profile
  }

  func find() async throws(ObjectStoreError) -> SourceAnswer<AWSCredentials> {
    guard let command = profile["credential_process"] else { return .absent("it has no credential_process") }
    guard let words = CommandWords(command)?.words, let program = words.first else {
      throw .noCredentials("the command has a quote without an end", remedy: "correct credential_process")
    }
    let output = try await output(of: program, Array(words.dropFirst()))
    guard let document = try? JSONDecoder().decode(AWSCredentialDocument.self, from: Data(output)) else {
      throw failure(program, "printed no credentials")
    }
    guard document.version == 1 else {
      throw failure(program, "printed credentials whose \"Version\" is not 1, the only one that is known")
    }
    let date = surroundings.settings.clock.date()
    let lease = try document.lease(at: date, from: "the credential_process of \(profile.name)")
    guard lease.life.map({ $0 > .zero }) ?? true else {
      throw failure(program, "printed credentials that have ended at \(document.expiration?.prefix(30) ?? "")")
    }
    return .found(lease)
  }

  /// What it prints. What it complains of is not told: it may tell what it knows.
  private func output(of program: String, _ arguments: [String]) async throws(ObjectStoreError) -> [UInt8] {
    let variables = surroundings.variables.all.map { (Environment.Key(rawValue: $0) ?? "", $1) }
    // A group of its own, so that the programs which it has started end with it.
    var options = PlatformOptions()
    options.processGroupID = 0
    let group = ProgramGroup()
    defer { group.forget() }
    do {
      // Who is cancelled does not wait for what the program has started and what holds its output open.
      let result = try await withTaskCancellationHandler {
        try await Subprocess.run(
          program.contains("/") ? .path(FilePath(program)) : .name(program), arguments: Arguments(arguments),
          environment: .custom(Dictionary(variables) { first, _ in first }), platformOptions: options, input: .none,
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
      guard !result.closureResult.hasPassed else { throw failure(program, "took longer than \(Self.seconds) s") }
      guard result.terminationStatus.isSuccess else { throw failure(program, "failed") }
      return result.standardOutput
    } catch let error as ObjectStoreError {
      throw error
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw failure(program, "is no program that is there")
    } catch {
      group.end()
      throw failure(program, "cannot be run, or printed too much")
    }
  }

  private func failure(_ program: String, _ reason: String) -> ObjectStoreError {
    .noCredentials("\(program) \(reason)", remedy: "run the command in a terminal and see what it says")
  }
}

/// The words of a command, taken apart as shells do, and nothing else of what shells do.
struct CommandWords {
  private(set) var words: [String] = []

  /// Nil where a quote has no end.
  init?(_ command: String) {
    var (word, quote, isEscaped): (String?, Character?, Bool) = (nil, nil, false)
    for character in command {
      if isEscaped {
        // Between double quotes a backslash means nothing before other characters.
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
