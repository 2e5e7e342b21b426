import Findings
import MediaFacts
import PushDelivery

/// The plan, for people.
extension AssetText {
  func lines<Specification>(_ plan: RenderPlan<Specification>) -> [String]
  where Specification.Method: PlanWords, Specification.Reason: PlanWords {
    let specification = plan.specification
    let formats = formats(of: plan).map(\.displayName).joined(separator: " or ")
    return [
      "\(style.cyan("->")) \(words(for: specification.platforms))\(plan.method.words): \(formats) \(specification.plannedSize), at most "
        + "\(readable(bytes: specification.maximumBytes))",
      "   because: " + plan.reasons.map(\.words).joined(separator: ", "),
    ]
  }
}

extension AssetText {
  /// The method of both media that converts a source.
  private static let encoding = StillSpecification.Method.encode.rawValue

  /// Kept sources keep their format.
  private func formats<Specification>(of plan: RenderPlan<Specification>) -> [MediaFormat] {
    guard plan.method.rawValue != Self.encoding, let format = asset.inspection?.format else {
      return plan.specification.mediaFormats
    }
    return [format]
  }
}

/// A plan's element that has words.
protocol PlanWords {
  var words: String { get }
}

extension StillSpecification.Method: PlanWords {
  var words: String {
    switch self {
    case .copy: "copy"
    case .strip: "remove metadata, keep the picture's bytes"
    case .encode: "encode"
    }
  }
}

extension MotionSpecification.Method: PlanWords {
  var words: String {
    switch self {
    case .copy: "copy"
    case .remux: "repackage, keep the pictures' bytes"
    case .encode: "encode"
    }
  }
}

extension StillSpecification.Reason: PlanWords {
  var words: String {
    switch self {
    case .alreadyRight: "it is right already"
    case .metadata: "it has metadata, which is not published"
    case .trailingBytes: "bytes follow the picture's end"
    case .profile: "it has a profile of sRGB, which clients do not need"
    case .format: "not every client shows its format"
    case .size: "it has more pixels than any phone shows"
    case .bytes: "it has too many bytes"
    case .shape: "its shape is not the profile's"
    case .orientation: "it is stored turned, and Android ignores that mark"
    case .color: "its colours are not sRGB"
    case .highDynamicRange: "it is HDR"
    case .bitDepth: "it has more than 8 bits a channel"
    case .animation: "it moves, and a still is needed"
    case .video: "it is a video, and a still is needed"
    case .transparency: "its transparency is to be flattened"
    case .opaqueAlpha: "its alpha channel says nothing"
    case .coding: "it ends early, or is coded as not every decoder reads it"
    }
  }
}

extension MotionSpecification.Reason: PlanWords {
  var words: String {
    switch self {
    case .alreadyRight: "it is right already"
    case .format: "it becomes another format"
    case .container: "its container is not MP4"
    case .codec: "its pictures are not coded as H.264 that every Apple device plays"
    case .bitDepth: "it has more than 8 bits a channel"
    case .highDynamicRange: "it is HDR"
    case .color: "its colours are not sRGB"
    case .transparency: "its transparency is to be flattened"
    case .pixelShape: "its pixels are not square"
    case .interlaced: "its frames are made of two fields each"
    case .size: "it has more pixels than the profile allows"
    case .oddSize: "its sides are not even"
    case .frameRate: "it has more frames a second than the profile allows"
    case .length: "it is to be cut"
    case .hiddenPictures: "it has pictures that are not shown, such as a part that was cut off"
    case .bytes: "it has too many bytes"
    case .delays: "some of its frames' delays are too short to be meant"
    case .audioCodec: "its sound is not AAC-LC"
    case .hiddenSound: "it has sound that is not played, such as a part that was cut off"
    case .audioDropped: "its sound is left out"
    case .streams: "it has more than pictures and sound"
    case .metadata: "it has metadata, which is not published"
    case .trailingBytes: "bytes follow its end"
    }
  }
}

/// One source for people: its type, and its renditions or planned ones.
struct AssetText {
  let asset: AssetOutcome
  let style: Style

  init(_ asset: AssetOutcome, style: Style) { (self.asset, self.style) = (asset, style) }

  var lines: [String] {
    let isBad = asset.status == .refused || asset.status == .failed
    let mark = isBad ? style.red(asset.status.rawValue) : style.green(asset.status.rawValue)
    let before = [asset.inspection.map(describe), asset.source.map { readable(bytes: $0.byteCount) }]
      .compactMap { $0 }.joined(separator: ", ")
    let head = "\(style.bold(asset.path.printable))  \(before.isEmpty ? "" : before + "  ")\(mark)"
    let plans = asset.plans.flatMap(lines) + [asset.motionPlan].compactMap { $0 }.flatMap(lines)
    let made = asset.renditions.flatMap(lines)
    let after =
      switch asset.status {
      case .unused: ["not published: no message shows it"]
      case .planned: plans + made
      default: made.isEmpty ? plans : made
      }
    return [head] + (after + shown).map { "  " + $0 }
  }

  /// How much of it cropping clients show.
  private var shown: [String] {
    let parts = asset.plans.shownParts.filter { $0.value < CenteredCrop.wholeShare }
    return parts.isEmpty ? [] : ["   " + PartWords.text(parts)]
  }

  private func describe(_ inspection: Inspection) -> String {
    let motion =
      switch inspection {
      case .still(let picture): picture.coveredFrameCount.map { ", the cover of \($0) frames" } ?? ""
      case .animation(_, let animation): ", \(animation.frameCount) \(animation.frameCount == 1 ? "frame" : "frames")"
      case .video(let video): ", \((video.playedDuration(withSound: true) * 10).rounded() / 10) s"
      }
    return "\(inspection.format.displayName) \(inspection.picture.size)\(motion)"
  }

  /// The platforms of a file, unless it is for all.
  func words(for platforms: [Platform]?) -> String {
    platforms.map { $0.map(\.displayName).joined(separator: " and ") + ": " } ?? ""
  }

  private func lines(_ rendition: RenditionOutcome) -> [String] {
    let scale = rendition.scaling.map { ", " + $0 } ?? ""
    let cached = rendition.fromCache ? ", from the cache" : ""
    return [
      "\(style.cyan("->")) \(words(for: rendition.platforms))\(rendition.format.displayName) \(rendition.width)x\(rendition.height), "
        + "\(readable(bytes: rendition.bytes)) of \(readable(bytes: rendition.limit)), \(rendition.making)\(scale)\(cached)",
      "   " + style.dim(rendition.url),
    ]
  }
}
