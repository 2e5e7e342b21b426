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
    let report = try await workspace.report()
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

  /// Fifty frames a second, more than a rendition may have.
  @Test func anAnimationThatIsTooFastIsThinned() async throws {
    let workspace = try Workspace()
    let campaign = workspace.folder.path + "/campaign/"
    try await Clip.makeSilent(campaign + "fast.gif", size: "64x48", seconds: 1, framesPerSecond: 50)
    try await Clip.make(
      campaign + "fast.png", size: "64x48", seconds: 1, framesPerSecond: 50, options: ["-an", "-f", "apng"])
    let report = try await workspace.report()
    #expect(report.pictureStatuses == ["fast.gif": "published", "fast.png": "published"])
    for asset in report["assets"].elements {
      let motion = asset["renditions"].elements.last?["motion"]
      // Two at a time, and of those that are equal one.
      #expect((2...25).contains(motion?["frameCount"].number ?? 0))
      #expect(motion?["duration"] == 1)
    }
  }

  @Test(arguments: [("gif", ["jpeg", "gif"]), ("still", ["jpeg"])])
  func theWordOfTheUserMakesAGIFOrOnlyAPosterOfAVideo(motion: String, formats: [String]) async throws {
    let workspace = try Workspace(pipeline: Workspace.pipeline + "profiles: {ios-motion: {motion: \(motion)}}\n")
    try await Clip.makeSilent(workspace.folder.path + "/campaign/a.mp4", seconds: 1, framesPerSecond: 10)
    let report = try await workspace.report()
    let renditions = report["assets"].elements[0]["renditions"].elements
    #expect(Set(renditions.compactMap { $0["format"].string }) == Set(formats))
    let message = try JSON(try workspace.folder.text(of: "payloads/a.json"))["message"]
    #expect(message["apns"]["fcm_options"]["image"].string == renditions.last?["url"].string)
  }

  /// The last frame is to be shown for a quarter of an hour.
  @Test func delaysThatNoGIFCanSayAreTold() async throws {
    let workspace = try Workspace()
    try await Clip.make(
      workspace.folder.path + "/campaign/long.png", size: "64x48", seconds: 1, framesPerSecond: 10,
      options: ["-an", "-f", "apng", "-final_delay", "900"])
    let report = try await workspace.report()
    #expect(report.problems == ["motion.delays long.png"])
    let duration = report["assets"].elements[0]["renditions"].elements.last?["motion"]["duration"].number
    #expect(try abs(#require(duration) - 656.25) < 0.1)
  }

  @Test func aMessageChoosesItsPoster() async throws {
    let workspace = try Workspace(
      messages: [
        Self.message("chosen", "clip.mp4"), Self.message("moment", "clip.mp4", poster: "{at: 1.5}"),
        Self.message("file", "clip.mp4", poster: "cover.png"),
      ].joined(separator: "\n"))
    try await Clip.make(workspace.folder.path + "/campaign/clip.mp4")
    try workspace.addLogos("cover.png")
    try await workspace.report()
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

  /// Without ffmpeg the files that need it are named, and only their messages are refused.
  @Test func aMissingFFmpegCostsTheFilesThatNeedIt() async throws {
    let workspace = try Workspace()
    for name in ["a.mp4", "b.mp4"] { try await Clip.make(workspace.folder.path + "/campaign/" + name) }
    try workspace.addLogos("logo.png")
    let output = try await workspace.richpush(
      "run", "campaign", "--report", "report.json", environment: ["PATH": "/nowhere"]
    ).ended(1)
    for name in ["a.mp4", "b.mp4"] {
      #expect(output.stdout.contains("error campaign/\(name)  machine.missing-program"), "\(output.stdout)")
    }
    #expect(output.stdout.contains("apt-get install ffmpeg"))
    let report = try JSON(try workspace.folder.text(of: "report.json"))
    #expect(report.pictureStatuses == ["a.mp4": "refused", "b.mp4": "refused", "logo.png": "published"])
    #expect(try workspace.folder.names(in: "payloads") == ["index.json", "logo.json"])
  }
}
