package import Findings
package import MediaFacts

extension StillSpecification {
  /// The share of the source's picture that a platform shows, 0 to 1, after our crop and the client's. Bars do not count.
  package func shownPart(on platform: Platform) -> Double {
    shownArea(around: (0.5, 0.5), in: platform.crop(of: geometry.outputSize)).share
  }

  /// The part of the source's picture that a frame shows, if our crop is as near to a point of it as the edges allow.
  func shownArea(around middle: (x: Double, y: Double), in frame: CenteredCrop?) -> PictureArea {
    let area = geometry.area(croppedAt: geometry.corner(around: middle)) ?? .whole
    return area.shown(in: frame, of: geometry.outputSize)
  }

  /// The platforms that crop to the middle, whatever the picture shows.
  package var platformsCuttingTheMiddle: [Platform] {
    switch geometry.crop?.anchor {
    case .attention, .entropy, .focalPoint: []
    case .centre, nil: (platforms ?? Platform.allCases).filter { shownPart(on: $0) < CenteredCrop.wholeShare }
    }
  }

  /// Whether a platform shows a point of the picture, where it shows the middle.
  package func showsMiddle(with point: FocalPoint, on platform: Platform) -> Bool {
    let area = shownArea(around: (0.5, 0.5), in: platform.crop(of: geometry.outputSize))
    return area.left <= point.x && point.x <= area.right && area.top <= point.y && point.y <= area.bottom
  }

  /// The diagnostic if clients cut off what draws the eye; nil if not.
  package func lostAttention(
    at point: FocalPoint?, unconsideredOn platforms: Set<Platform>, of subject: Diagnostic.Subject
  ) -> Diagnostic? {
    let losing = platformsCuttingTheMiddle.filter { platform in
      platforms.contains(platform) && point.map { !showsMiddle(with: $0, on: platform) } == true
    }
    guard let point, !losing.isEmpty else { return nil }
    let names = losing.map(\.rawValue).joined(separator: " and ")
    let place = "\(Int((point.x * 100).rounded())) % across and \(Int((point.y * 100).rounded())) % down"
    return Diagnostic(
      .imageCut, subject, "what draws the eye, \(place), is cut off on \(names), which cut it from the middle",
      platforms: Set(losing))
  }
}

extension PictureArea {
  /// What a client shows of the original of a rendition with this area, in a frame that cuts it; nil: whole. Bars do not count.
  package func shown(in frame: CenteredCrop?, of size: PixelSize) -> PictureArea {
    let x = (right - left) * (frame?.x ?? 0) / Double(max(size.width, 1))
    let y = (bottom - top) * (frame?.y ?? 0) / Double(max(size.height, 1))
    return PictureArea(left: left + x, top: top + y, right: right - x, bottom: bottom - y).intersection(.whole)
  }
}

extension [StillPlan] {
  /// The share of its picture that each platform shows, 0 to 1, to a thousandth.
  package var shownParts: [Platform: Double] {
    var parts: [Platform: Double] = [:]
    for specification in map(\.specification) {
      for platform in specification.platforms ?? Platform.allCases {
        parts[platform] = (specification.shownPart(on: platform) * 1000).rounded() / 1000
      }
    }
    return parts
  }

  /// The same by the platforms' names.
  package var shownByName: [String: Double] {
    Dictionary(uniqueKeysWithValues: shownParts.map { ($0.key.rawValue, $0.value) })
  }

  /// Diagnostics if clients show less of a picture than the profile wants, and you did not choose the part. `profiles`: each gives the
  /// least share. `platforms`: those for which you chose no crop: neither a focal point nor a separate picture.
  package func deepCuts(
    under profiles: [Profile], unconsideredOn platforms: Set<Platform>, of subject: Diagnostic.Subject
  ) -> [Diagnostic] {
    func least(on platform: Platform) -> Double {
      Double(profiles.first { $0.platforms.contains(platform) }?.leastShown ?? 0)
    }
    let considered = shownParts.filter { platforms.contains($0.key) && least(on: $0.key) > 0 }
    let deep = considered.filter { $0.value * 100 < least(on: $0.key) }
    guard deep.isEmpty else { return [.cut(deep, subject)] }
    // A square poster loses its headline; most square photographs lose nothing. If less shows, the author chose it.
    let worthKnowing = considered.filter {
      $0.value <= Self.partWorthKnowing && least(on: $0.key) >= Double(Profile.standardLeastShown)
    }
    return worthKnowing.isEmpty ? [] : [.cut(worthKnowing, subject, severity: .note)]
  }

  /// The share that is left of a picture slightly wider than high.
  private static let partWorthKnowing = 0.6
}

extension Diagnostic {
  fileprivate static func cut(
    _ parts: [Platform: Double], _ subject: Subject, severity: Severity? = nil
  ) -> Diagnostic {
    Diagnostic(
      .imageCut, subject, PartWords.text(parts) + " of it; no message says which part matters", severity: severity,
      platforms: Set(parts.keys))
  }
}

/// Clients' shares, in words.
package enum PartWords {
  /// As in `Android and web keep 33 %, iOS keeps 80 %`.
  package static func text(_ parts: [Platform: Double]) -> String {
    let groups = Dictionary(grouping: parts.keys.sorted()) { CenteredCrop.percent(parts[$0] ?? 0) }
    let texts = groups.sorted { ($0.value.first ?? .web) < ($1.value.first ?? .web) }.map { percent, platforms in
      let names = platforms.map(\.displayName).joined(separator: " and ")
      return (names, platforms.count == 1 ? "keeps" : "keep", percent)
    }
    return texts.map { "\($0.0) \($0.1) \($0.2)" }.joined(separator: ", ")
  }
}

/// The frames that clients fill with pictures.
extension Platform {
  /// The aspect ratio of an expanded notification's frame; nil if it takes the picture's shape.
  ///
  /// Android fills a frame that vendors say is 2:1. Chrome scales larger pictures to fit 1800 x 900 and passes them to the system, mostly
  /// for a frame of that shape (`ClientLimit` has the sources of both). Apple's systems give an attachment the whole width and a matching
  /// height.
  package var frameAspect: Double? {
    switch self {
    case .android: Double(ClientLimit.recommendedAspect.value)
    case .web: Double(ClientLimit.webVisibleWidth.value) / Double(ClientLimit.webVisibleHeight.value)
    case .ios: nil
    }
  }

  /// Whether it crops pictures that do not have its frame's shape.
  package var cutsPictures: Bool { frameAspect != nil }

  /// The part of a picture that an expanded notification shows; nil for all of it.
  package func crop(of size: PixelSize) -> CenteredCrop? { frameAspect.map { CenteredCrop(of: size, aspect: $0) } }
}

/// The part of a picture that remains in a frame of another shape: as much as possible, from the middle.
package struct CenteredCrop: Hashable, Sendable {
  /// In pixels of the picture.
  package let x, y, width, height: Double
  /// How much of the picture remains, 0 to 1.
  package let share: Double

  /// - Parameter aspect: the frame's width divided by its height; above 0.
  package init(of size: PixelSize, aspect: Double) {
    // A picture without pixels has nothing to crop.
    let (fullWidth, fullHeight) = (Double(max(size.width, 1)), Double(max(size.height, 1)))
    width = min(fullWidth, fullHeight * aspect)
    height = min(fullHeight, fullWidth / aspect)
    x = (fullWidth - width) / 2
    y = (fullHeight - height) / 2
    share = (width / fullWidth) * (height / fullHeight)
  }

  /// Whether no visible part is lost.
  package var isWhole: Bool { share > Self.wholeShare }

  /// The least share of a picture that still looks whole.
  package static let wholeShare = 0.995

  /// Whether the loss is so large that you should look.
  package static func isDeep(_ share: Double) -> Bool { share * 100 < Double(Profile.standardLeastShown) }

  /// A share of a picture, 0 to 1, for people: 37.5 is 38, also where arithmetic loses its last bit.
  package static func percent(_ share: Double) -> String {
    "\(Int((share * 100).rounded(toPlaces: 6).rounded())) %"
  }
}
