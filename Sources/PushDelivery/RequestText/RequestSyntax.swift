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
    guard let dot = name.lastIndex(of: "."),
      let syntax = Self.byExtension[name[name.index(after: dot)...].lowercased()]
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
