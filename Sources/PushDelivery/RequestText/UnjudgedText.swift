public import Findings

/// The language of a text that richpush cannot read, by the end of its name. Such a file may contain unknown messages: it is never called
/// clean, and never taken for a picture.
public struct UnjudgedText: Hashable, Sendable {
  /// Its language, as people call it.
  public let language: String
  /// Whether it is a program, which may send messages.
  public let isProgram: Bool

  /// - Returns: nil if the name is unknown.
  public init?(fileName name: String) {
    guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    guard let language = Self.programs[ending] ?? Self.documents[ending] else { return nil }
    self.language = language
    isProgram = Self.programs[ending] != nil
  }

  private static let programs = WordTable.files.pairs("program")
  private static let documents = WordTable.files.pairs("document")

  /// The beginnings of comments that end with their line.
  var comments: [String] {
    guard isProgram else { return [] }
    return ["Python", "Ruby", "PowerShell", "Perl", "R", "Elixir", "Terraform", "HCL"].contains(language)
      ? ["#"] : language == "PHP" ? ["//", "#"] : ["//"]
  }

  private func remedy(_ path: String) -> String {
    let row = WordTable.files["printing"].map { $0.split(separator: " | ") }.first { $0[0] == language }
    guard let row else { return "give the JSON that it sends to `richpush check -`" }
    return
      "have it print its message as JSON instead of sending it, with `\(row[2])`, and run `\(row[1]) \(path) | "
      + "richpush check -`"
  }

  /// The note about that.
  public func notJudged(_ path: String) -> Diagnostic {
    let what = isProgram ? "what this program sends" : "what this text holds"
    return Diagnostic(
      .argumentKind, .init(.file, path),
      "not judged: richpush does not read \(language), so it does not know \(what)", severity: .warning,
      remedy: remedy(path))
  }
}

/// The syntax of a text with send requests.
public enum RequestSyntax: Hashable, Sendable, CaseIterable {
  /// One request, an array of them, or several in sequence.
  case json
  /// JSON Lines: each line is a separate value, so that the lines after a damaged one can be read.
  case jsonLines
  /// Requests as in HTTP: a request line, headers, a body. Lines that begin with `###` separate several, as in files of editors' REST
  /// clients.
  case http
  /// Shell commands: the requests that curl sends.
  case shell

  /// By a file's name; nil if it is unknown.
  public init?(fileName name: String) {
    guard let dot = name.lastIndex(of: "."), let syntax = Self.byExtension[name[name.index(after: dot)...].lowercased()]
    else { return nil }
    self = syntax
  }

  private static let byExtension: [String: RequestSyntax] = [
    "json": .json, "jsonl": .jsonLines, "ndjson": .jsonLines, "http": .http, "rest": .http, "sh": .shell,
    "curl": .shell, "bash": .shell, "har": .json,
  ]

  /// By the first bytes of a text; nil if no syntax begins so.
  ///
  /// - Parameter start: its first bytes, some hundreds.
  public init?(textBeginningWith start: some Sequence<UInt8>) {
    let text = String(decoding: Array(start), as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if text.hasPrefix("{") || text.hasPrefix("[") {
      self = .json
    } else if text.hasPrefix("###") || Self.methods.contains(where: text.hasPrefix) {
      self = .http
    } else if ["curl ", "$ curl ", "#!/bin/sh", "#!/bin/bash", "#!/usr/bin/env bash"].contains(where: text.hasPrefix) {
      self = .shell
    } else {
      return nil
    }
  }

  static let methods = ["POST ", "GET ", "PUT ", "PATCH "]
}
