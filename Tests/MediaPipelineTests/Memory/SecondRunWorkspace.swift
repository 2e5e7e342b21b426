import Findings
import Foundation
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// A campaign of small pictures that is run again and again, by workers whose starts are counted.
struct SecondRunWorkspace {
  static let names = ["a", "b", "c", "d"]

  let folder = TemporaryFolder()
  private var jobs = 2

  init() throws {
    for (number, name) in Self.names.enumerated() {
      try folder.write(minimalPNG(width: 64 + number, height: 32), to: "campaign/\(name).png")
    }
    try folder.write("no picture", to: "campaign/broken.png")
    try folder.write("no picture either", to: "campaign/notes.text")
    try folder.write("#!/bin/sh\necho started >>\"$0.log\"\nexec \"\(RichpushBinary.path())\" \"$@\"\n", to: "worker")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.absolute("worker"))
  }

  private init(copyOf other: SecondRunWorkspace) throws {
    for name in try other.folder.names() { try folder.copy(other.folder.absolute(name), to: name) }
  }

  /// The same with nothing that is remembered, where all goes the usual way.
  func forgetful() throws -> SecondRunWorkspace {
    var copy = try SecondRunWorkspace(copyOf: self)
    for path in try copy.memories() { try copy.folder.remove(path) }
    copy.jobs = 1
    return copy
  }

  /// The files of the memory.
  func memories() throws -> [String] {
    try folder.files(in: "cache").map { "cache/" + $0 }.filter { path in
      let start = try folder.bytes(of: path).dropFirst(32)
      return start.starts(with: "richpush memory".utf8) || start.starts(with: "richpush requests".utf8)
    }
  }

  static let pipeline =
    "messages: from-pictures\ndefaults: {title: New today, target: {topic: all}}\nprofiles: {universal: {}}\n"

  func settings(_ pipeline: String = pipeline) throws -> PipelineSettings {
    let text = "publish: [{to: directory, path: public, base-url: \"https://static.example.com/p/\"}]\n" + pipeline
    let configuration = try #require(PipelineFile.standard.read(text).value)
    let worker = WorkerConfiguration(
      executable: folder.absolute("worker"), arguments: ["worker", "--memory", "2147483648"], limits: .init())
    return PipelineSettings(
      configuration: configuration, campaignFolder: folder.absolute("campaign"),
      destination: try #require(configuration.resolvedDestination().value), outputFolder: folder.absolute("public"),
      requestFolder: folder.absolute("payloads"), jobs: jobs, worker: worker, cacheFolder: folder.absolute("cache"))
  }

  /// The outcome of a run: its report, all files that it left, and the number of workers that it started.
  struct Outcome: Equatable {
    var report: String
    var files: [String: [UInt8]]
    var starts: Int

    /// Without the workers, which are not visible.
    var seen: Outcome { Outcome(report: report, files: files, starts: 0) }
  }

  func run(_ pipeline: String = pipeline) async throws -> Outcome {
    if folder.exists("worker.log") { try folder.remove("worker.log") }
    let report = try await Pipeline(settings(pipeline)).run()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    let files = try folder.contents(of: "public").merging(folder.contents(of: "payloads")) { $1 }
    return Outcome(
      // Copies are in folders of their own.
      report: String(decoding: try encoder.encode(report), as: UTF8.self).replacing(folder.path, with: "."),
      files: files,
      starts: folder.exists("worker.log") ? try folder.text(of: "worker.log").split(separator: "\n").count : 0)
  }
}
