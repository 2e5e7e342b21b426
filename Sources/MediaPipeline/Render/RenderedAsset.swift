import Findings
import MediaFacts
import PushDelivery

/// Everything made of one source, not yet published.
struct RenderedAsset: Sendable {
  var stills: [RenderStage.Made<Rendition>] = []
  var motion: RenderStage.Made<MotionRendition>?

  /// Publishes all of it under one slug.
  ///
  /// - Throws: `PublishError`.
  func publish(to destination: any Destination, slug: String) async throws(PublishError) -> [RenditionOutcome] {
    var outcomes: [RenditionOutcome] = []
    for still in stills {
      let asset = try await destination.publish(still.rendition, slug: slug)
      outcomes.append(RenditionOutcome(still.rendition, at: asset, fromCache: still.fromCache))
    }
    if let motion {
      let asset = try await destination.publish(motion.rendition, slug: slug)
      outcomes.append(RenditionOutcome(motion.rendition, at: asset, fromCache: motion.fromCache))
    }
    return outcomes
  }

  /// What there is to say about how it was made.
  func notes(for path: String, _ inspection: Inspection, profiles: [Profile]) -> [Diagnostic] {
    let complaints = stills.compactMap(\.rendition.record.damage) + [motion?.rendition.record.damage].compactMap { $0 }
    let subject = Diagnostic.Subject(.file, path)
    return complaints.map { DecodingRules.damage($0, of: inspection, about: subject) }
      + lowScores(under: profiles, subject) + shortcomings(inspection, subject)
  }

  private func lowScores(under profiles: [Profile], _ subject: Diagnostic.Subject) -> [Diagnostic] {
    stills.map(\.rendition).compactMap { still in
      guard let profile = profiles.first(where: { $0.name == still.specification.profile }) else { return nil }
      return AssetNotes.lowScore(still.record.score, of: still.specification, under: profile, about: subject)
    }
  }

  /// What clients would make less of, and its owner can mend. A poster is as small as what it stands for, which is kept small.
  private func shortcomings(_ inspection: Inspection, _ subject: Diagnostic.Subject) -> [Diagnostic] {
    guard case .still = inspection else { return [] }
    let pictures = stills.map(\.rendition).flatMap { still in
      let facts = Inspection.still(Picture(format: still.format, size: still.size))
      return MediaRules.ofRenditions.diagnostics(about: subject, in: .rendition(of: still.bytes.count, facts))
    }
    return pictures.filter { $0.severity > .note }
  }
}

extension MediaFile {
  /// What is to be published of a rendition: its name is its destination's.
  fileprivate static func rendition(of byteCount: Int, _ facts: Inspection) -> MediaFile {
    MediaFile(
      name: nil, byteCount: byteCount, inspection: facts, platforms: Set(Platform.allCases),
      linkSpeed: CheckSettings.standardLinkSpeed)
  }
}
