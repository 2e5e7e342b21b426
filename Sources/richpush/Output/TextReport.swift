import PushDelivery

/// The report as a person scans it: each source and what it became, then what is wrong and the remedies, then totals.
struct TextReport {
  let report: RunReport
  let style: Style
  /// Where the request files are, for the last line; nil when none were written.
  let requestFolder: String?

  var text: String {
    let assets = report.assets.filter { $0.status != .ignored }.flatMap(lines)
    let sections = [assets, problemLines, totalLines].filter { !$0.isEmpty }
    return sections.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private func lines(_ asset: AssetOutcome) -> [String] {
    let isBad = asset.status == .refused || asset.status == .failed
    let mark = isBad ? style.red(asset.status.rawValue) : style.green(asset.status.rawValue)
    let before = [asset.inspection.map(describe), asset.source.map { readable(bytes: $0.byteCount) }]
      .compactMap { $0 }.joined(separator: ", ")
    let head = "\(style.bold(asset.path.printable))  \(before.isEmpty ? "" : before + "  ")\(mark)"
    let after = asset.renditions.isEmpty ? asset.plans.flatMap(lines) : asset.renditions.flatMap(lines)
    return [head] + after.map { "  " + $0 }
  }

  private func describe(_ inspection: Inspection) -> String {
    let motion =
      switch inspection {
      case .still: ""
      case .animation(_, let animation): ", \(animation.frameCount) frames"
      case .video(let video): ", \((video.duration * 10).rounded() / 10) s"
      }
    return "\(inspection.format.displayName) \(inspection.picture.size)\(motion)"
  }

  private func lines(_ rendition: RenditionOutcome) -> [String] {
    let made =
      switch rendition.method {
      case .copy: "copied"
      case .strip: "metadata removed"
      case .remux: "streams kept"
      case .encode: rendition.quality.map { "quality \($0)" } ?? (rendition.hasPalette ? "palette" : "lossless")
      }
    let scale = rendition.scale < 1 ? ", scaled to \(Int((rendition.scale * 100).rounded())) % to fit" : ""
    let cached = rendition.fromCache ? ", from the cache" : ""
    return [
      "\(style.cyan("->")) \(rendition.format.displayName) \(rendition.width)x\(rendition.height), "
        + "\(readable(bytes: rendition.bytes)) of \(readable(bytes: rendition.limit)), \(made)\(scale)\(cached)",
      "   " + style.dim(rendition.url),
    ]
  }

  private func lines(_ plan: RenderPlan) -> [String] {
    let size = plan.specification.geometry.outputSize
    let formats = plan.specification.formats.map(\.displayName).joined(separator: " or ")
    let verb =
      switch plan.method {
      case .copy: "copy"
      case .strip: "remove metadata, keep the picture's bytes"
      case .encode: "encode"
      }
    return [
      "\(style.cyan("->")) \(verb): \(formats) \(size), at most "
        + "\(readable(bytes: plan.specification.maximumBytes))",
      "   because: " + plan.reasons.map(\.words).joined(separator: ", "),
    ]
  }

  private var problemLines: [String] {
    report.diagnostics.sorted { ($1.severity, $0.subject.name) < ($0.severity, $1.subject.name) }
      .flatMap { DiagnosticText($0, style: style).lines }
  }

  private var totalLines: [String] {
    let totals = report.totals
    var lines: [String] = []
    if totals.published > 0 {
      lines.append(
        "\(counted(totals.published, "picture")) published: \(readable(bytes: totals.sourceBytes)) -> "
          + "\(readable(bytes: totals.publishedBytes)) "
          + "(\(totals.rendered) rendered, \(totals.cached) from the cache, \(counted(totals.written, "new file")))")
    }
    let planned = report.assets.count { $0.status == .planned }
    if planned > 0 { lines.append("\(counted(planned, "picture")) planned, nothing written") }
    if totals.requests > 0, let requestFolder {
      lines.append("\(counted(totals.requests, "request")) ready in \(requestFolder)")
    }
    let withheld = report.requests.count { $0.status == .withheld }
    let faults = [
      totals.failed > 0 ? style.red("\(counted(totals.failed, "picture")) failed") : nil,
      withheld > 0 ? style.red("\(counted(withheld, "request")) withheld, the former ones are untouched") : nil,
      totals.refused > 0 ? style.red("\(counted(totals.refused, "picture")) refused") : nil,
      totals.refusedRequests > 0 ? style.red("\(counted(totals.refusedRequests, "message")) refused") : nil,
      totals.warnings > 0 ? style.yellow(counted(totals.warnings, "warning")) : nil,
      totals.ignored > 0 ? "\(counted(totals.ignored, "other file")) passed over" : nil,
    ].compactMap { $0 }
    if !faults.isEmpty { lines.append(faults.joined(separator: ", ")) }
    return lines.isEmpty ? ["nothing to do"] : lines
  }
}

/// `1 picture`, `2 pictures`.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

extension RenderPlan.Reason {
  fileprivate var words: String {
    switch self {
    case .alreadyRight: "it is right already"
    case .metadata: "it holds metadata, which is not published"
    case .trailingBytes: "bytes follow the picture's end"
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

extension MotionPlan.Reason {
  var words: String {
    switch self {
    case .alreadyRight: "what it holds is right already"
    case .format: "it becomes another format"
    case .container: "its container is not MP4"
    case .codec: "its pictures are not coded as H.264 that every Apple device plays"
    case .bitDepth: "it has more than 8 bits a channel"
    case .highDynamicRange: "it is HDR"
    case .color: "its colours are not sRGB"
    case .transparency: "its transparency is to be flattened"
    case .pixelShape: "its pixels are not square"
    case .size: "it has more pixels than the profile allows"
    case .oddSize: "its sides are not even"
    case .frameRate: "it has more frames a second than the profile allows"
    case .length: "it is to be cut"
    case .bytes: "it has too many bytes"
    case .delays: "some of its frames' delays are too short to be meant"
    case .audioCodec: "its sound is not AAC-LC"
    case .audioDropped: "its sound is left out"
    case .streams: "it holds more than pictures and sound"
    case .metadata: "it holds metadata, which is not published"
    case .trailingBytes: "bytes follow its end"
    }
  }
}
