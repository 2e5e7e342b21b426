package import Findings
public import MediaFacts

extension RenderPlan where Specification == StillSpecification {
  /// The plan for the still of one source under one profile.
  ///
  /// - Parameters:
  ///   - focalPoint: the point of the picture that a crop must keep.
  ///   - posterTime: the moment of the frame of an animation or video, in seconds from its start; nil for its representative frame.
  public init(
    for inspection: Inspection, source: SourceFile, profile: Profile, focalPoint: FocalPoint? = nil,
    posterTime: Double? = nil
  ) {
    let picture = inspection.picture
    let specification = StillSpecification(
      picture: picture, profile: profile, focalPoint: focalPoint,
      posterTime: inspection.posterTime.map { posterTime ?? $0 })
    let found = Self.reasons(of: inspection, source: source, specification: specification)
    let onlyMetadata = found.allSatisfy { [.metadata, .trailingBytes, .profile].contains($0) }
    let isKept = onlyMetadata && EveryClient.formats.contains(.picture(picture.format))
    self.init(
      method: found.isEmpty ? .copy : isKept ? .strip : .encode, specification: specification,
      reasons: found.isEmpty ? [.alreadyRight] : found)
    // The format of kept bytes comes first.
    if method != .encode { self.specification.formats = ([picture.format] + specification.formats).distinct }
  }

  private static func reasons(
    of inspection: Inspection, source: SourceFile, specification: StillSpecification
  ) -> [Reason] {
    let picture = inspection.picture
    var found: [Reason] = []
    switch inspection {
    case .still: break
    case .animation: found.append(.animation)
    case .video: return [.video]
    }
    if !EveryClient.formats.contains(.picture(picture.format)) { found.append(.format) }
    if picture.alpha == .opaque, picture.format == .png { found.append(.opaqueAlpha) }
    if picture.alpha == .used, !specification.keepsTransparency { found.append(.transparency) }
    if picture.orientation != 1 { found.append(.orientation) }
    let geometry = specification.geometry
    if geometry.outputSize != geometry.scaled {
      found.append(.shape)
    } else if geometry.scaled != picture.size, geometry.scaled.limited(to: picture.size) == geometry.scaled {
      found.append(.size)
    }
    if source.byteCount > specification.maximumBytes { found.append(.bytes) }
    if [.pq, .hlg].contains(picture.color.transfer) { found.append(.highDynamicRange) }
    if !picture.color.isTakenForSRGB { found.append(.color) }
    if picture.bitDepth > 8 { found.append(.bitDepth) }
    if !picture.isWidelyDecodable, EveryClient.formats.contains(.picture(picture.format)) { found.append(.coding) }
    if !picture.metadata.isEmpty { found.append(.metadata) }
    if picture.trailingByteCount > 0 { found.append(.trailingBytes) }
    // Clients assume the same colours without it, so it only costs bytes.
    if picture.color.profile == .sRGB, EveryClient.formats.contains(.picture(picture.format)) { found.append(.profile) }
    return found
  }
}

extension [StillPlan] {
  /// The same with one plan if the file of one platform is right for others: it is made, published and loaded once. It has the name of the
  /// first profile.
  package var sharing: [StillPlan] {
    reduce(into: []) { plans, plan in
      for (index, other) in plans.enumerated() where other.method == plan.method && other.reasons == plan.reasons {
        guard let shared = other.specification.shared(with: plan.specification) else { continue }
        plans[index].specification = shared
        return
      }
      plans.append(plan)
    }
  }

  /// The diagnostic for a picture of which a large part vanishes: on the background that clients show behind transparency, or on the colour
  /// of a flattened one.
  package func vanishing(_ picture: Picture, about subject: Diagnostic.Subject) -> [Diagnostic] {
    let grounds = Picture.Ground.allCases.filter { ground in
      picture.vanishesOn.contains(ground)
        && contains { $0.specification.keepsTransparency || $0.specification.background.ground == ground }
    }
    guard !grounds.isEmpty, let first else { return [] }
    let names = grounds.map(\.rawValue).joined(separator: " and ")
    let keeps = first.specification.keepsTransparency
    return [
      Diagnostic(
        .imageVanishes, subject,
        "parts of it stand on transparency and cannot be seen on \(keeps ? "\(names) notifications" : "its \(names) background")",
        remedy: "set `background` to a colour that it shows on" + (keeps ? ", and `transparency: flatten`" : ""))
    ]
  }
}

extension ColorDescription {
  /// True when a client that ignores colour management shows it right.
  public var isTakenForSRGB: Bool {
    (model == .rgb || model == .gray) && profile != .other && transfer == .standard && primaries == .bt709
  }
}

extension StillSpecification {
  /// The way to make the bytes.
  public enum Method: String, Hashable, Sendable, Codable {
    /// The source's bytes, because they are already right. If they turn out damaged, they are encoded again.
    case copy
    /// The source's compressed picture without its metadata.
    case strip
    /// Decoded and encoded again.
    case encode
  }

  /// A way in which the source is not as the profile needs it.
  public enum Reason: String, Hashable, Sendable, Codable {
    case alreadyRight, metadata, trailingBytes, format, size, bytes, shape, orientation, color, highDynamicRange,
      bitDepth
    case animation, video, transparency, opaqueAlpha, coding, profile
  }
}

extension RGBColor {
  /// The background's kind; nil for a colour in between.
  fileprivate var ground: Picture.Ground? {
    let brightness = Int(red) + Int(green) + Int(blue)
    return brightness < 150 ? .dark : brightness > 690 ? .light : nil
  }
}
