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

  /// By a file's name; nil where it tells nothing.
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

  /// By how a text begins; nil where it begins as none of them does.
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
