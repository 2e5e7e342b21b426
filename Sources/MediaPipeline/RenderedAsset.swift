import Findings
import MediaFacts
import PushDelivery

/// All renditions of one source, not yet published.
struct RenderedAsset: Sendable {
  var stills: [StillRendition] = []
  var motion: MotionRendition?
  /// Why wanted motion could not be made.
  var motionError: MediaError?

  /// Publishes the wanted renditions under one slug.
  func publish(
    _ publication: AssetRequest.Publication, to destination: any Destination, slug: String
  ) async throws(PublishError) -> [RenditionOutcome] {
    guard publication != .nothing else { return [] }
    var outcomes: [RenditionOutcome] = []
    for still in stills {
      outcomes.append(RenditionOutcome(still, at: try await destination.publish(still, slug: slug)))
    }
    if let motion, publication == .everything {
      outcomes.append(RenditionOutcome(motion, at: try await destination.publish(motion, slug: slug)))
    }
    return outcomes
  }

  /// Notes about how it was made.
  func notes(for request: AssetRequest, _ inspection: Inspection, profiles: [Profile]) -> [Diagnostic] {
    let damages = stills.compactMap(\.record.damage) + [motion?.record.damage].compactMap { $0 }
    let subject = Diagnostic.Subject(.file, request.path)
    return damages.map { DecodingRules.damage($0, of: inspection, about: subject) }
      + looks(for: request, inspection, profiles: profiles)
  }

  /// Notes about how its stills look on clients.
  func looks(for request: AssetRequest, _ inspection: Inspection, profiles: [Profile]) -> [Diagnostic] {
    let subject = Diagnostic.Subject(.file, request.path)
    let lost = stills.compactMap { still in
      still.specification.lostAttention(
        at: still.record.attention, unconsideredOn: request.unconsideredPlatforms, of: subject)
    }
    return lowScores(under: profiles, subject) + shortcomings(inspection, subject) + lost
  }

  private func lowScores(under profiles: [Profile], _ subject: Diagnostic.Subject) -> [Diagnostic] {
    stills.compactMap { still in
      guard let profile = profiles.first(where: { $0.name == still.specification.profile }) else { return nil }
      return AssetNotes.lowScore(still.record.score, of: still.specification, under: profile, about: subject)
    }
  }

  private func shortcomings(_ inspection: Inspection, _ subject: Diagnostic.Subject) -> [Diagnostic] {
    let files = stills.compactMap { still -> MediaFile? in
      guard case .picture(let format) = still.mediaFormat else { return nil }
      return .rendition(of: still.bytes.count, format, still.size, for: still.specification)
    }
    return inspection.shortcomings(of: files, subject)
  }
}

extension [StillPlan] {
  /// The shortcomings of renditions that have not been made: their sizes are known.
  func shortcomings(_ inspection: Inspection, _ subject: Diagnostic.Subject) -> [Diagnostic] {
    let files = map(\.specification).map {
      MediaFile.rendition(of: 0, $0.formats.first ?? .jpeg, $0.plannedSize, for: $0)
    }
    return inspection.shortcomings(of: files, subject)
  }
}

extension StillPlan {
  /// Whether only encoding shows if this can be met without a visible loss: true transparency, and sources that need far more bits for a
  /// pixel than the limit leaves. One in a hundred camera photographs is like this.
  func mustBeTried(with inspection: Inspection, _ byteCount: Int) -> Bool {
    guard method == .encode, case .still(let picture) = inspection, picture.format.decoder != .drawing else {
      return false
    }
    if picture.alpha == .used && picture.content == .photograph && specification.keepsTransparency { return true }
    let bits = Double(byteCount * 8) / Double(max(1, picture.size.count))
    let left = Double(specification.maximumBytes * 8) / Double(max(1, specification.plannedSize.count))
    // Losslessly, photographs need about 4 of 8 bits for each channel, and noise 6 and more.
    guard [PictureFormat.png, .tiff, .bmp, .gif].contains(picture.format) else { return bits > 3 * left }
    let channels = picture.color.model == .gray ? 1.0 : 3
    return bits * 8 / Double(picture.bitDepth) / channels > 2.6 * left
  }
}

extension Inspection {
  /// Faults that clients show and the owner can fix. A poster is as small as its video or animation, which is kept small.
  fileprivate func shortcomings(of renditions: [MediaFile], _ subject: Diagnostic.Subject) -> [Diagnostic] {
    guard case .still = self else { return [] }
    let found = renditions.flatMap { MediaRules.ofRenditions.diagnostics(about: subject, in: $0) }
    return found.filter { $0.severity > .note }.joinedByPlatforms
  }
}

extension MediaFile {
  /// The media file of a rendition: its destination names it.
  fileprivate static func rendition(
    of byteCount: Int, _ format: PictureFormat, _ size: PixelSize, for specification: StillSpecification
  ) -> MediaFile {
    MediaFile(
      name: nil, byteCount: byteCount, inspection: .still(Picture(format: format, size: size)),
      platforms: Set(specification.platforms ?? Platform.allCases), linkSpeed: MediaFile.standardLinkSpeed)
  }
}

extension [Diagnostic] {
  /// Joins equal diagnostics about several files, for the platforms of all.
  fileprivate var joinedByPlatforms: [Diagnostic] {
    reduce(into: []) { joined, diagnostic in
      let twin = joined.firstIndex { $0.rule == diagnostic.rule && $0.message == diagnostic.message }
      if let twin {
        joined[twin].platforms = Self.union(joined[twin].platforms, diagnostic.platforms)
      } else {
        joined.append(diagnostic)
      }
    }
  }

  /// nil means all platforms.
  private static func union(_ platforms: [Platform]?, _ others: [Platform]?) -> [Platform]? {
    guard let platforms, let others else { return nil }
    let union = Set(platforms + others)
    return union.count < Platform.allCases.count ? union.sorted() : nil
  }
}

/// Notes about sources that are published anyway.
enum AssetNotes {
  static func about(_ inspection: Inspection, path: String) -> [Diagnostic] {
    let subject = Diagnostic.Subject(.file, path)
    var (notes, differences) = ([Diagnostic](), [Diagnostic]())
    if case .still(let picture) = inspection {
      // The loss if a sequence's motion is not read.
      if let count = picture.coveredFrameCount {
        notes.append(DecodingRules.cover(of: picture.format, frameCount: count, about: subject))
      }
      let file = MediaFile(
        name: nil, byteCount: 0, inspection: inspection, platforms: Set(Platform.allCases),
        linkSpeed: MediaFile.standardLinkSpeed)
      notes += [MediaRules.oneColour].diagnostics(about: subject, in: file)
      if !picture.differences.isEmpty {
        differences.append(DecodingRules.difference(picture.differences, about: subject))
      }
    }
    return notes + trailing(inspection, subject) + differences + misnamed(inspection, subject)
  }

  /// Bytes after its end that belong to no picture in the file's index, such as gain maps.
  private static func trailing(_ inspection: Inspection, _ subject: Diagnostic.Subject) -> [Diagnostic] {
    let count = inspection.trailingByteCount
    guard count > MediaRules.mostPadding, !inspection.picture.metadata.contains(.other) else { return [] }
    return [
      Diagnostic(
        MediaRules.metadata.description, subject,
        "\(count) bytes lie behind its end, perhaps another file; renditions do not have them",
        severity: .warning, remedy: "export it again if you do not know what they are")
    ]
  }

  private static func misnamed(_ inspection: Inspection, _ subject: Diagnostic.Subject) -> [Diagnostic] {
    let path = subject.name
    guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: "."), MediaFormat.isMediaName(path),
      !inspection.format.trueExtensions.contains(name[name.index(after: dot)...].lowercased())
    else { return [] }
    return [
      // A wrong file name does no harm: the published file has another.
      Diagnostic(
        MediaRules.fileExtension.description, subject,
        "its bytes are \(inspection.format.displayName), despite its name; renditions get the true extension",
        severity: .note, remedy: "", platforms: Set(Platform.allCases))
    ]
  }

  /// Motion that failed, replaced by a poster.
  static func posterAlone(_ error: MediaError, path: String) -> Diagnostic {
    var diagnostic = error.diagnostic(for: path)
    diagnostic.message += "; messages show its poster alone"
    return diagnostic
  }

  /// - Parameter plan: nil for a still, and if no motion is wanted.
  static func about(_ plan: MotionPlan?, _ inspection: Inspection, path: String) -> [Diagnostic] {
    let subject = Diagnostic.Subject(.file, path)
    var notes: [Diagnostic] = []
    if case .animation(_, let animation) = inspection, plan != nil { notes += delays(animation, subject) }
    if let seconds = plan?.specification.seconds, let duration = inspection.duration, seconds < duration {
      let whole = (duration * 10).rounded() / 10
      notes.append(Diagnostic(.motionTrimmed, subject, "it plays \(whole) s and is cut after \(seconds) s"))
    }
    return notes
  }

  private static func delays(_ animation: Animation, _ subject: Diagnostic.Subject) -> [Diagnostic] {
    let changed = animation.clampedFrameCount + animation.shortenedFrameCount
    guard changed > 0 else { return [] }
    let shortest = ClientLimit.shortestFrameDelay.value
    let longest = Double(Animation.longestDelay) / 1000
    return [
      Diagnostic(
        .motionDelays, subject,
        "\(changed) of its \(animation.frameCount) frames have delays under \(shortest) ms or over \(longest) s; the rendition has "
          + "\(Animation.replacementDelay) ms or \(longest) s instead, and plays \(animation.duration) s")
    ]
  }

  /// How far a score must be below a profile's to make a rendition useless, in points of SSIMULACRA 2. Below the standard of 50 that is 10,
  /// which its authors call very low quality.
  static let ruinousDistance = 40.0

  /// The finding for a rendition that scores less than its profile accepts; nil for others. It is an error if the picture would be hardly
  /// recognisable.
  static func lowScore(
    _ score: Double?, of specification: StillSpecification, under profile: Profile,
    about subject: Diagnostic.Subject
  ) -> Diagnostic? {
    guard let score, score < Double(profile.acceptableScore) else { return nil }
    let isRuin = score < Double(profile.acceptableScore) - ruinousDistance
    return Diagnostic(
      isRuin ? .imageRuined : .imageLowScore, subject,
      "within \(specification.maximumBytes) bytes its rendition scores \(score.rounded(toPlaces: 1)) of 100 "
        + "(SSIMULACRA 2), "
        + (isRuin ? "far " : "")
        + "less than \(profile.acceptableScore): 50 is fair, at 30 what was lost is plain to see"
        + (isRuin ? ", below 10 hardly anything is left" : ""))
  }

  static func uselessPoster(_ path: String) -> Diagnostic {
    Diagnostic(.posterUnused, .init(.file, path), "a message gives it a poster, and it does not move")
  }

  static func ignored(_ path: String) -> Diagnostic {
    Diagnostic(.fileIgnored, .init(.file, path), "it is not a picture and no message names it, so it is ignored")
  }
}
