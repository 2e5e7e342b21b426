import Findings
import Foundation
import FuzzSupport
import MediaFacts

@testable import MediaPipeline
@testable import PushDelivery

/// What workers answer, of whom nothing is believed, and what ffprobe tells them.
extension FuzzTarget {
  static let workers: [FuzzTarget] = [
    FuzzTarget("worker-reply", run: tryReply),
    FuzzTarget("worker-job") { bytes in
      guard let job = try? JSONDecoder().decode(WorkerJob.self, from: Data(bytes)) else { return }
      _ = (job.expectedWork, job.timeLimit(WorkerLimits()))
    },
    FuzzTarget("ffprobe", run: tryProbe),
  ]

  /// The parent makes plans of what a worker says that a file is, and tells people about it.
  private static func tryReply(_ bytes: [UInt8]) {
    guard let reply = try? JSONDecoder().decode(WorkerReply.self, from: Data(bytes)) else { return }
    if let written = try? JSONEncoder().encode(reply) {
      precondition(
        (try? JSONDecoder().decode(WorkerReply.self, from: written)) == reply, "what is written is read as the same")
    }
    if case .failed(let error) = reply { _ = error.diagnostic(for: "a") }
    if let part = reply.partDone { _ = Int(part * 100) }
    if case .rendered(let record) = reply { tell(record) }
    guard case .inspected(let inspection) = reply, (try? SourceLimits().check(inspection)) != nil else { return }
    let source = SourceFile(path: "a", byteCount: 1000, digest: ContentDigest(of: []))
    for profile in Profile.standard { _ = StillPlan(for: inspection, source: source, profile: profile) }
    _ = try? MotionPlan(for: inspection, source: source, profile: .iOS)
    let file = MediaFile(
      name: "a", byteCount: 1000, inspection: inspection, platforms: Set(Platform.allCases), linkSpeed: 1)
    for rule in MediaRules.all { _ = rule.find(file) }
  }

  private static func tell(_ record: MediaRecord) {
    let outcome = RenditionOutcome(
      profile: "a", path: "a", url: "a", bytes: 1, limit: 1, format: .picture(.jpeg),
      digest: RenditionOutcome.predictedDigest, fromCache: false,
      written: true, record: record)
    _ = (outcome.making, outcome.scaling, outcome.width)
  }

  private static func tryProbe(_ bytes: [UInt8]) {
    guard let file = ProbedFile(json: bytes), let stream = file.pictures else {
      return
    }
    let size = PixelSize(width: stream.width ?? 0, height: stream.height ?? 0)
    guard size.width > 0, size.height > 0, (try? SourceLimits().check(size, frameCount: nil)) != nil else { return }
    for times in [PacketTimes([]), PacketTimes([.init(time: 0, duration: 1), .init(time: 1)])] {
      let video = VideoFacts(file: file, stream: stream, times: times).video(
        format: .mp4, codec: "h264", codedSize: size)
      guard let video, (try? SourceLimits().check(.video(video))) != nil else { continue }
      _ = try? MotionPlan(
        for: .video(video), source: .init(path: "a", byteCount: 1000, digest: ContentDigest(of: [])), profile: .iOS)
    }
  }
}
