/// What a text that holds send requests is written in.
public enum RequestSyntax: Hashable, Sendable, CaseIterable {
  /// One request, an array of them, or one after the other.
  case json
  /// JSON Lines: each line is a value of its own, so that the lines after a damaged one can be read.
  case jsonLines
  /// Requests as HTTP has them: a request line, headers, a body; several are parted by lines that begin with `###`, as in the files
  /// of editors' REST clients.
  case http
  /// Commands of a shell: what curl is told to send.
  case shell
  /// JavaScript or TypeScript: literals of messages for the Admin SDK for Node.js, or of requests.
  case javaScript
  /// Python: instances of `messaging.Message`, or dictionaries.
  case python

  /// By a file's name; nil where it tells nothing.
  public init?(fileName name: String) {
    guard let dot = name.lastIndex(of: "."),
      let syntax = Self.byExtension[name[name.index(after: dot)...].lowercased()]
    else { return nil }
    self = syntax
  }

  private static let byExtension: [String: RequestSyntax] = [
    "json": .json, "jsonl": .jsonLines, "ndjson": .jsonLines, "http": .http, "rest": .http, "sh": .shell,
    "curl": .shell, "bash": .shell, "js": .javaScript, "mjs": .javaScript, "cjs": .javaScript, "ts": .javaScript,
    "jsx": .javaScript, "tsx": .javaScript, "json5": .javaScript, "jsonc": .javaScript, "py": .python,
  ]

  /// By how a text begins; nil where it begins as none of them does.
  ///
  /// - Parameter start: its first bytes, some hundreds.
  public init?(textBeginningWith start: some Sequence<UInt8>) {
    let text = String(decoding: Array(start), as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if text.hasPrefix("{") || text.hasPrefix("[") {
      // A name without quotes is a program's.
      let first = text.dropFirst().drop { $0.isWhitespace || $0 == "{" }.first
      self = first.map { $0.isLetter || $0 == "'" || $0 == "." } == true ? .javaScript : .json
    } else if text.hasPrefix("###") || Self.methods.contains(where: text.hasPrefix) {
      self = .http
    } else if ["curl ", "$ curl ", "#!/bin/sh", "#!/bin/bash", "#!/usr/bin/env bash"].contains(where: text.hasPrefix) {
      self = .shell
    } else if ["messaging.Message(", "messaging.MulticastMessage("].contains(where: text.contains) {
      self = .python
    } else if ["import ", "from ", "message = ", "messaging."].contains(where: text.hasPrefix),
      !text.prefix(while: { !$0.isNewline }).contains(where: "\"'{;".contains)
    {
      // The modules of JavaScript are named in quotes.
      self = .python
    } else if ["const ", "let ", "var ", "import ", "//", "getMessaging", "admin."].contains(where: text.hasPrefix) {
      self = .javaScript
    } else {
      return nil
    }
  }

  static let methods = ["POST ", "GET ", "PUT ", "PATCH "]
}
