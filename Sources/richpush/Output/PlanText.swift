import Findings
import MediaFacts
import PushDelivery

/// The plan, for people.
extension AssetText {
  func lines<Specification>(_ plan: RenderPlan<Specification>) -> [String]
  where Specification.Reason: RawRepresentable<String> {
    let specification = plan.specification
    let formats = formats(of: plan).map(\.displayName).joined(separator: " or ")
    let method = PlanWords.methods[plan.method.rawValue] ?? plan.method.rawValue
    return [
      "\(style.cyan("->")) \(words(for: specification.platforms))\(method): \(formats) \(specification.plannedSize), at most "
        + "\(readable(bytes: specification.maximumBytes))",
      "   because: " + plan.reasons.map { PlanWords.reasons[$0.rawValue] ?? $0.rawValue }.joined(separator: ", "),
    ]
  }

  /// Kept sources keep their format.
  private func formats<Specification>(of plan: RenderPlan<Specification>) -> [MediaFormat] {
    guard plan.method.rawValue != StillSpecification.Method.encode.rawValue, let format = asset.inspection?.format
    else {
      return plan.specification.mediaFormats
    }
    return [format]
  }
}

/// The words of methods and reasons by their names in reports, of stills and of what moves.
package enum PlanWords {
  package static let methods = WordTable.plans.pairs("method")
  package static let reasons = WordTable.plans.pairs("reason")
}

/// One source for people: its type, and its renditions or planned ones.
struct AssetText {
  let asset: AssetOutcome
  let style: Style

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
