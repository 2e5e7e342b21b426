package import Findings
package import MediaFacts

extension [StillPlan] {
  /// The diagnostics about a picture's words: kept whole by bars, cut off by clients, or too small to be read.
  ///
  /// - Parameters:
  ///   - platforms: those that show it.
  ///   - isChosen: whether you chose what a cut keeps: words that it loses are only noted.
  package func wordFindings(
    _ picture: Picture, on platforms: Set<Platform>, isChosen: Bool, about subject: Diagnostic.Subject
  ) -> [Diagnostic] {
    let cuts = shown(on: platforms).compactMap { specification, platform in
      specification.wordsLost(from: picture, in: platform.crop(of: specification.geometry.outputSize))
        .map { WordLoss(platform: platform, text: $0) }
    }
    let findings = WordLoss.diagnostics(cuts, severity: isChosen ? .note : .warning, subject)
    return kept(picture, platforms, subject) + (cuts.isEmpty ? thumbnails(picture, platforms, subject) : findings)
      + (platforms.contains(.android) ? smallPrint(picture, subject) : [])
  }

  private func shown(on platforms: Set<Platform>) -> [(StillSpecification, Platform)] {
    map(\.specification).flatMap { specification in
      (specification.platforms ?? Platform.allCases).filter { platforms.contains($0) }.map { (specification, $0) }
    }
  }

  private func kept(
    _ picture: Picture, _ platforms: Set<Platform>, _ subject: Diagnostic.Subject
  ) -> [Diagnostic] {
    let padded = shown(on: platforms).filter { $0.0.geometry.continuesEdges == true }
    guard let size = padded.first?.0.geometry.outputSize else { return [] }
    return [
      Diagnostic(
        .imagePadded, subject, "padded to \(size) pixels, so that no client cuts its words off",
        platforms: Set(padded.map(\.1)))
    ]
  }

  /// Collapsed notifications of Android and iOS show a square from the middle.
  private func thumbnails(
    _ picture: Picture, _ platforms: Set<Platform>, _ subject: Diagnostic.Subject
  ) -> [Diagnostic] {
    let cuts = shown(on: platforms.subtracting([.web])).compactMap { specification, platform in
      specification.wordsLost(from: picture, in: CenteredCrop(of: specification.geometry.outputSize, aspect: 1))
        .map { WordLoss(platform: platform, text: $0) }
    }
    return WordLoss.diagnostics(cuts, of: "the thumbnail on ", severity: .note, subject)
  }

  private func smallPrint(_ picture: Picture, _ subject: Diagnostic.Subject) -> [Diagnostic] {
    guard let geometry = shown(on: [.android]).first?.0.geometry,
      let shown = Platform.android.crop(of: geometry.outputSize)
    else { return [] }
    // The shown part has this width, in dp.
    let scale = Double(ClientLimit.androidVisibleWidth.value) / 4 / shown.width
    let heights = (picture.smallPrint ?? []).map { ($0.bottom - $0.top) * Double(geometry.scaled.height) * scale }
    let small = heights.filter { $0 < Self.smallestWords }
    guard let highest = small.max() else { return [] }
    let lines = small.count == 1 ? "a line of its words is" : "\(small.count) lines of its words are"
    return [
      Diagnostic(
        .imageSmallPrint, subject,
        "\(lines) at most \(Int(highest.rounded(.up))) dp high on Android, too small to be read", platforms: [.android])
    ]
  }

  /// In dp; about the height of capital letters in the smallest text of apps.
  private static var smallestWords: Double { 6 }
}

/// The words that a platform does not show.
private struct WordLoss {
  let platform: Platform
  /// As in `1 of its 2 lines of words, at the top; 50 % of the picture remains`.
  let text: String

  static func diagnostics(
    _ losses: [WordLoss], of thing: String = "", severity: Diagnostic.Severity, _ subject: Diagnostic.Subject
  ) -> [Diagnostic] {
    Dictionary(grouping: losses, by: \.text).map { text, group in
      let platforms = group.map(\.platform).sorted()
      let names = thing + platforms.map(\.rawValue).joined(separator: " and ")
      let verb = platforms.count == 1 || !thing.isEmpty ? "cuts" : "cut"
      var diagnostic = Diagnostic(.imageCut, subject, "\(names) \(verb) off \(text)", platforms: Set(platforms))
      diagnostic.severity = severity
      return diagnostic
    }
    .sorted { $0.message < $1.message }
  }
}

extension StillSpecification {
  /// The words of a picture that are cut off by our crop and then a client's; nil if none is.
  ///
  /// - Parameter frame: the part of the rendition that the client shows; nil for all of it.
  fileprivate func wordsLost(from picture: Picture, in frame: CenteredCrop?) -> String? {
    guard let first = picture.words.first else { return nil }
    let area = shownArea(in: frame, keeping: picture.words.reduce(first) { $0.union($1) })
    let lost = picture.words.filter { !area.contains($0) }
    guard !lost.isEmpty else { return nil }
    let lines =
      lost.count == picture.words.count ? "its words" : "\(lost.count) of its \(picture.words.count) lines of words"
    let sides = area.sides(beyondWhich: lost).joined(separator: " and ")
    let share = CenteredCrop.percent((area.right - area.left) * (area.bottom - area.top))
    return "\(lines), at the \(sides); \(share) of the picture remains"
  }

  /// The part of the source's picture that a client shows.
  ///
  /// - Parameter words: where the pixels decide what a crop keeps, the one that keeps most of this is assumed.
  private func shownArea(in frame: CenteredCrop?, keeping words: PictureArea) -> PictureArea {
    let whole = geometry.scaled
    let kept = geometry.crop?.size ?? whole
    let middle: (x: Double, y: Double) =
      switch geometry.crop?.anchor {
      case .attention, .entropy: ((words.left + words.right) / 2, (words.top + words.bottom) / 2)
      case .focalPoint(let point): (point.x, point.y)
      case .centre, nil: (0.5, 0.5)
      }
    let across = Self.shownRange(around: middle.x, kept.width, of: whole.width, frame?.width ?? .infinity)
    let down = Self.shownRange(around: middle.y, kept.height, of: whole.height, frame?.height ?? .infinity)
    return PictureArea(left: across.lowerBound, top: down.lowerBound, right: across.upperBound, bottom: down.upperBound)
  }

  /// The shown part of one side, 0 to 1: the crop is as near to its middle as the edges allow. Bars and the client's frame have the same
  /// middle as the crop.
  private static func shownRange(
    around middle: Double, _ kept: Int, of whole: Int, _ frame: Double
  ) -> ClosedRange<Double> {
    let start = min(max(0, middle * Double(whole) - Double(kept) / 2), Double(whole - kept))
    let length = min(Double(kept), frame)
    let first = start + (Double(kept) - length) / 2
    return first / Double(whole)...(first + length) / Double(whole)
  }
}

extension PictureArea {
  /// Much less than a letter.
  private static var hair: Double { 0.005 }

  /// Whether another is inside, but for a hair.
  fileprivate func contains(_ other: PictureArea) -> Bool { sides(beyondWhich: [other]).isEmpty }

  /// Its sides beyond which others reach.
  fileprivate func sides(beyondWhich others: [PictureArea]) -> [String] {
    let sides: [(String, (PictureArea) -> Bool)] = [
      ("top", { $0.top < top - Self.hair }), ("bottom", { $0.bottom > bottom + Self.hair }),
      ("left", { $0.left < left - Self.hair }), ("right", { $0.right > right + Self.hair }),
    ]
    return sides.filter { others.contains(where: $0.1) }.map(\.0)
  }
}
