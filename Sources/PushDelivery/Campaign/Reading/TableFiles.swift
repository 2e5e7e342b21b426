import Findings
import MediaFacts

/// Looks up the files that table rows name: most rows show the same files.
package struct TableFiles: Sendable {
  private let paths: Set<String>
  /// Profiles that do not crop.
  private let uncut: [Profile]
  private var found: [MessageShape: MessageShape?] = [:]

  /// If each row has its own file, shapes are never reused.
  private static let mostShapes = 4096

  /// - Parameters:
  ///   - paths: of all files of the campaign folder.
  ///   - profiles: of the pictures.
  package init(paths: Set<String>, profiles: [Profile]) {
    self.paths = paths
    uncut = profiles.filter { $0.fit == .inside }
  }

  /// The shape of a message with the files' spelling; nil if a file is missing, or its focal point would be lost.
  mutating func resolve(_ message: CampaignMessage) -> MessageShape? {
    guard !message.media.isEmpty || message.focalPoint != nil else { return message.shape }
    if let known = found[message.shape] { return known }
    let resolved = message.resolved(against: paths)
    let shape = resolved.flatMap { $0.lostFocalPoint(under: uncut) == nil ? $0.shape : nil }
    if found.count < Self.mostShapes { found[message.shape] = .some(shape) }
    return shape
  }
}

/// How a message uses its files.
package struct MediaUse: Hashable, Sendable {
  let media: CampaignMedia
  let poster: PosterChoice?
  let focalPoint: FocalPoint?
  let platforms: Set<Platform>

  package init(_ message: CampaignMessage) {
    (media, poster) = (message.media, message.poster)
    (focalPoint, platforms) = (message.focalPoint, message.platforms)
  }

  /// Hashes what differs most.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(media.common)
    hasher.combine(media.own)
    hasher.combine(poster)
  }
}
