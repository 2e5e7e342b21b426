import ArgumentParser
import Essentials
import Findings
import MediaPipeline
import PushDelivery
import SystemPackage

/// Whether the command line's words are text. Linux file names may have any bytes; Swift would turn non-UTF-8 ones into another file's
/// name.
enum ArgumentEncoding {
  static func requireText() throws {
    for index in 0..<Int(CommandLine.argc) {
      guard let word = unsafe CommandLine.unsafeArgv[index], unsafe String(validatingCString: word) == nil else {
        continue
      }
      // The readable part of it.
      let name = unsafe String(cString: word).quoted
      throw PipelineSetup.refusal(.setting("argumentEncoding", name), .init(.program, "richpush"))
    }
  }
}

/// Repeated options that take one value: the parser itself would silently keep the last.
struct RepeatedOptions {
  /// The command line's words, without the program's name.
  let words: ArraySlice<String>

  /// - Parameter command: the program's own.
  func refuse(in command: any ParsableCommand.Type) throws {
    let repeated = values.filter { Set($0.value).count > 1 }
    guard !repeated.isEmpty else { return }
    let single = Self.options(of: command, words)
    let refusals = repeated.filter { single.contains($0.key) }.sorted { $0.key < $1.key }.map(Self.refusal)
    guard refusals.isEmpty else { throw PipelineSetup.explain(refusals) }
  }

  /// The values of each option, in order. Values only begin with two hyphens after an `=`.
  var values: [String: [String]] {
    var values: [String: [String]] = [:]
    let options = Array(words.prefix { $0 != "--" })
    for (index, word) in options.enumerated() where word.hasPrefix("--") {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let next = options.indices.contains(index + 1) ? options[index + 1] : ""
      values[parts[0], default: []].append(parts.count > 1 ? parts[1] : next)
    }
    return values
  }

  private static func refusal(_ option: String, _ values: [String]) -> Diagnostic {
    let values = values.map { $0.maskingUserInfo.quoted }.joined(separator: ", ")
    return Diagnostic(.setting("oneValue", values), .init(.configuration, option))
  }

  /// The named command's options with one value, from the parser's description of all. It describes every command, so it is only
  /// requested for repeated options.
  private static func options(of command: any ParsableCommand.Type, _ words: ArraySlice<String>) -> Set<String> {
    var reader = JSONReader(Array(command._dumpHelp().utf8))
    var described = reader.values().first?["command"]
    for word in words {
      guard let next = described?["subcommands"]?.elements?.first(where: { $0["commandName"]?.text == word }) else {
        break
      }
      described = next
    }
    let single = described?["arguments"]?.elements?.filter {
      $0["kind"]?.text == "option" && $0["isRepeating"]?.content == .bool(false)
    }
    let names = single?.flatMap { $0["names"]?.elements ?? [] } ?? []
    return Set(names.compactMap { name in name["name"]?.text.map { "--" + $0 } })
  }
}

/// The last lines of a command that was refused before it began, as of one that was not. Other formats and commands print only results.
extension Console {
  func conclude(_ diagnostics: [Diagnostic]) {
    let errors = diagnostics.filter { $0.severity == .error }
    let places = shortList(errors.map { DiagnosticsText.place($0.subject) }.distinct)
    conclude([places, output.red(counted(errors.count, "error")), CommandText.next()])
  }

  /// - Parameter lines: what was refused, and the next command as the last.
  func conclude(_ lines: [String]) {
    let words = CommandLine.arguments.dropFirst()
    let format =
      RepeatedOptions(words: words).values["--format"]?.last
      ?? ProcessInfo.processInfo.environment[Setting.format.variable] ?? "text"
    let reporting = ["run", "plan", "compose", "check", "publish", "verify"]
    // An unknown format is what was refused.
    guard CheckFormat(rawValue: format) ?? .text == .text, reporting.contains(words.first ?? "") else { return }
    // Standard error has said all of it.
    try? show("refused: " + lines.joined(separator: "\n"))
  }
}

/// Errors in given paths, reported before anything is done: trying again would not help.
enum GivenPath {
  /// For a folder that is made where it is missing.
  ///
  /// - Parameter name: the flag or argument that names it.
  static func requireRoomForFolder(_ path: String, _ name: String) throws {
    if let foreign = ForeignPath(path) {
      throw refusal(name, "\(path.quoted) is no path here: \(foreign.reason)", remedy: foreign.remedy)
    }
    guard let obstacle = obstacle(toFolder: path) else { return }
    let reason = obstacle == path ? "it is no folder" : "\(obstacle.quoted) is no folder"
    throw refusal(name, "\(path.quoted) cannot be written to: \(reason)", remedy: "name another folder")
  }

  /// For a folder that is read.
  static func requireFolder(_ path: String, _ name: String) throws {
    guard FileSystem.kind(of: path) != .folder else { return }
    throw refusal(name, "there is no folder \(path.quoted)", remedy: "correct the path")
  }

  /// For a file that is read, which may be a pipe; nil without an error.
  static func error(ofFile path: String, _ name: String) -> Diagnostic? {
    let (message, remedy): (String, String)
    switch FileSystem.kind(of: path) {
    case .file, .other: return nil
    case .folder: (message, remedy) = ("\(path.quoted) is a folder", "name a file")
    case .missing, .unreadable:
      (message, remedy) = ("there is no file \(path.quoted) that can be read", "correct the path")
    }
    return Diagnostic(.configurationValue, .init(.configuration, name), message, remedy: remedy)
  }

  /// The nearest ancestor that prevents making a folder; nil without one, or if unknown.
  private static func obstacle(toFolder path: String) -> String? {
    switch FileSystem.kind(of: path) {
    case .folder: return nil
    case .file, .other: return path
    case .missing where FileSystem.isLink(path): return path
    case .unreadable(let code) where code != .notDirectory: return nil
    case .missing, .unreadable:
      let parent = FileSystem.parent(of: path)
      return parent == path ? nil : obstacle(toFolder: parent)
    }
  }

  private static func refusal(_ name: String, _ message: String, remedy: String) -> ExitCode {
    PipelineSetup.refusal(.init(.configuration, name), message, remedy: remedy)
  }
}
