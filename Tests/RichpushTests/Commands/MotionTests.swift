import Foundation
import TestSupport
import Testing

/// Animations and videos from the user's view.
@Suite(.timeLimit(.minutes(10))) struct MotionTests {
  private static func message(_ id: String, _ image: String, poster: String? = nil) -> String {
    "  - {id: \(id), image: \(image), title: T" + (poster.map { ", poster: \($0)" } ?? "") + "}"
  }

  @Test func aVideoMovesOnAppleSystemsAndIsAStillEverywhereElse() async throws {
    let workspace = try Workspace(messages: Self.message("clip", "clip.mov"))
    try await Clip.make(workspace.folder.path + "/campaign/clip.mov", options: ["-c:v", "libx264", "-c:a", "aac"])
    let (status, report) = try await workspace.report()
    #expect(status == 0)
    let names = try workspace.folder.names(in: "public")
    #expect(names.count == 2)
    let movie = try #require(names.first { $0.hasSuffix(".mp4") })
    let poster = try #require(names.first { $0.hasSuffix(".jpg") })
    #expect(names.allSatisfy { $0.hasPrefix("clip.") })

    let message = try JSON(try workspace.folder.text(of: "payloads/clip.json"))["message"]
    #expect(message["apns"]["fcm_options"]["image"].string == Workspace.baseURL + movie)
    #expect(message["apns"]["payload"]["aps"]["mutable-content"] == 1)
    #expect(message["android"]["notification"]["image"].string == Workspace.baseURL + poster)
    #expect(message["webpush"]["notification"]["image"].string == Workspace.baseURL + poster)
    #expect(message["notification"]["image"].string == nil)

    let asset = report["assets"].elements[0]
    #expect(asset["inspection"]["medium"].string == "video")
    #expect(asset["motionPlan"]["method"].string == "remux")
    #expect(asset["renditions"].elements.map { $0["format"].string } == ["jpeg", "mp4"])
    #expect(asset["renditions"].elements.map { $0["method"].string } == ["encode", "remux"])
  }

  @Test func anAnimationStaysAGIF() async throws {
    let workspace = try Workspace()
    try await Clip.makeSilent(workspace.folder.path + "/campaign/spin.gif", seconds: 1, framesPerSecond: 10)
    let (status, report) = try await workspace.report()
    #expect(status == 0)
    let renditions = report["assets"].elements[0]["renditions"].elements
    #expect(renditions.map { $0["profile"].string } == ["android", "ios-motion"])
    #expect(renditions.last?["format"].string == "gif")
    #expect(renditions.last?["motion"]["frameCount"] == 10)
    #expect(renditions.last?["motion"]["duration"] == 1)
  }

  /// Fifty frames a second, more than a rendition may have.
  @Test func anAnimationThatIsTooFastIsThinned() async throws {
    let workspace = try Workspace()
    let campaign = workspace.folder.path + "/campaign/"
    try await Clip.makeSilent(campaign + "fast.gif", size: "64x48", seconds: 1, framesPerSecond: 50)
    try await Clip.make(
      campaign + "fast.png", size: "64x48", seconds: 1, framesPerSecond: 50, options: ["-an", "-f", "apng"])
    let (status, report) = try await workspace.report()
    #expect(status == 0, "\(report.problems)")
    #expect(report.pictureStatuses == ["fast.gif": "published", "fast.png": "published"])
    for asset in report["assets"].elements {
      let motion = asset["renditions"].elements.last?["motion"]
      // Two at a time, and of those that are equal one.
      #expect((2...25).contains(motion?["frameCount"].number ?? 0))
      #expect(motion?["duration"] == 1)
    }
  }

  @Test(arguments: [("gif", ["jpeg", "gif"]), ("still", ["jpeg"])])
  func theWordOfTheUserMakesAGIFOrOnlyAPosterOfAVideo(motion: String, formats: Set<String>) async throws {
    let workspace = try Workspace(pipeline: Workspace.pipeline + "profiles: {ios-motion: {motion: \(motion)}}\n")
    try await Clip.makeSilent(workspace.folder.path + "/campaign/a.mp4", seconds: 1, framesPerSecond: 10)
    let (status, report) = try await workspace.report()
    #expect(status == 0, "\(report.problems)")
    let renditions = report["assets"].elements[0]["renditions"].elements
    #expect(Set(renditions.map { $0["format"].string }) == formats)
    let message = try JSON(try workspace.folder.text(of: "payloads/a.json"))["message"]
    #expect(message["apns"]["fcm_options"]["image"].string == renditions.last?["url"].string)
  }

  /// The last frame is to be shown for a quarter of an hour.
  @Test func delaysThatNoGIFCanSayAreTold() async throws {
    let workspace = try Workspace()
    try await Clip.make(
      workspace.folder.path + "/campaign/long.png", size: "64x48", seconds: 1, framesPerSecond: 10,
      options: ["-an", "-f", "apng", "-final_delay", "900"])
    let (status, report) = try await workspace.report()
    #expect(status == 0)
    #expect(report.problems == ["motion.delays long.png"])
    let duration = report["assets"].elements[0]["renditions"].elements.last?["motion"]["duration"].number
    #expect(try abs(#require(duration) - 656.25) < 0.1)
  }

  /// None of ffmpeg's arguments is deprecated: its warnings are recorded.
  @Test func ffmpegDeprecatesNothingOfWhatItIsTold() async throws {
    let messages = [
      Self.message("a", "a.avi", poster: "{at: 0.5}"), Self.message("b", "b.mov"), Self.message("c", "c.png"),
      Self.message("d", "d.gif"),
    ]
    let workspace = try Workspace(
      // What stands in for ffmpeg writes its log to a folder that workers do not reach.
      pipeline: Workspace.pipeline + "worker: {sandbox: off}\n",
      messages: messages.joined(separator: "\n"))
    let campaign = workspace.folder.path + "/campaign/"
    try await Clip.make(campaign + "a.avi", seconds: 1, options: ["-c:v", "mjpeg"])
    try await Clip.make(campaign + "b.mov", seconds: 1, options: ["-c:v", "libx264", "-c:a", "aac"])
    try await Clip.make(campaign + "c.png", seconds: 1, framesPerSecond: 10, options: ["-an", "-f", "apng"])
    try await Clip.makeSilent(campaign + "d.gif", seconds: 1, framesPerSecond: 10)
    let log = FFmpegLog(in: workspace.folder)
    for command in ["run", "check"] {
      let output = try await workspace.richpush(command, "campaign", environment: try log.environment())
      #expect(output.status == 0, "\(output.stdout)")
    }
    #expect(try log.callCount > 10)
    #expect(try log.warnings.filter { $0.contains("is deprecated") } == [])
  }

  @Test func aMessageChoosesItsPoster() async throws {
    let workspace = try Workspace(
      messages: [
        Self.message("chosen", "clip.mp4"), Self.message("moment", "clip.mp4", poster: "{at: 1.5}"),
        Self.message("file", "clip.mp4", poster: "cover.png"),
      ].joined(separator: "\n"))
    try await Clip.make(workspace.folder.path + "/campaign/clip.mp4")
    try workspace.addLogos("cover.png")
    let (status, report) = try await workspace.report()
    #expect(status == 0, "\(report.problems)")
    // The cover is nothing but a poster, so it has no rendition under its own name.
    let names = try workspace.folder.names(in: "public")
    #expect(names.count == 4)
    #expect(names.allSatisfy { $0.hasPrefix("clip.") })
    let posters = try ["chosen", "moment", "file"].map { id in
      try JSON(try workspace.folder.text(of: "payloads/\(id).json"))["message"]["android"]["notification"]["image"]
        .string
    }
    #expect(Set(posters).count == 3)
    #expect(posters[2]?.hasSuffix(".png") == true)
  }

  @Test func whatIsTooLongIsRefusedOrCut() async throws {
    let workspace = try Workspace(pipeline: Workspace.pipeline + "profiles: {ios-motion: {max-seconds: 1}}\n")
    try await Clip.make(workspace.folder.path + "/campaign/clip.mp4")
    let refused = try await workspace.report()
    #expect(refused.status == 1)
    #expect(refused.report.problems == ["motion.too-long clip.mp4"])
    #expect(try workspace.folder.names(in: "public") == [])

    try workspace.folder.write(
      Workspace.pipeline + "profiles: {ios-motion: {max-seconds: 1, trim: true}}\n", to: "pipeline.yml")
    let cut = try await workspace.report()
    #expect(cut.status == 0)
    #expect(cut.report.problems == ["motion.trimmed clip.mp4"])
    let duration = cut.report["assets"].elements[0]["renditions"].elements.last?["motion"]["duration"].number
    #expect(try abs(#require(duration) - 1) < 0.1)
  }

  @Test func aPlanNamesBothRenditionsAndWritesNothing() async throws {
    let workspace = try Workspace()
    try await Clip.make(workspace.folder.path + "/campaign/clip.avi", options: ["-c:v", "mjpeg"])
    let output = try await workspace.richpush("plan", "campaign", "-v")
    #expect(output.status == 0)
    #expect(output.stdout.contains("JPEG 320x160, at most 300 kB"), "\(output.stdout)")
    #expect(output.stdout.contains("MP4 320x180, at most 5 MB"), "\(output.stdout)")
    #expect(!workspace.folder.exists("public"))
  }

  /// Without ffmpeg the files that need it are named, and only their messages are refused.
  @Test func aMissingFFmpegCostsTheFilesThatNeedIt() async throws {
    let workspace = try Workspace()
    for name in ["a.mp4", "b.mp4"] { try await Clip.make(workspace.folder.path + "/campaign/" + name) }
    try workspace.addLogos("logo.png")
    let output = try await workspace.richpush(
      "run", "campaign", "--report", "report.json", environment: ["PATH": "/nowhere"])
    #expect(output.status == 1)
    for name in ["a.mp4", "b.mp4"] {
      #expect(output.stdout.contains("error \(name)  machine.missing-program"), "\(output.stdout)")
    }
    #expect(output.stdout.contains("apt-get install ffmpeg"))
    let report = try JSON(try workspace.folder.text(of: "report.json"))
    #expect(report.pictureStatuses == ["a.mp4": "refused", "b.mp4": "refused", "logo.png": "published"])
    #expect(try workspace.folder.names(in: "payloads") == ["index.json", "logo.json"])
  }
}

/// The calls of ffmpeg by programs that find this one first in `PATH`.
private struct FFmpegLog {
  let folder: TemporaryFolder

  init(in folder: TemporaryFolder) { self.folder = folder }

  /// With a program that makes ffmpeg print its warnings, not only its errors, and records them.
  func environment() throws -> [String: String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let real = try #require(
      path.split(separator: ":").map { $0 + "/ffmpeg" }.first(where: FileManager.default.isExecutableFile))
    try folder.write(
      """
      #!/bin/sh
      echo call >>'\(folder.absolute("calls"))'
      shift 2
      exec '\(real)' -v warning "$@" 2>>'\(folder.absolute("warnings"))'

      """, to: "bin/ffmpeg")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.absolute("bin/ffmpeg"))
    return ["PATH": folder.absolute("bin") + ":" + path]
  }

  var callCount: Int { get throws { try folder.text(of: "calls").split(separator: "\n").count } }

  var warnings: [String] { get throws { try folder.text(of: "warnings").split(separator: "\n").map(String.init) } }
}
