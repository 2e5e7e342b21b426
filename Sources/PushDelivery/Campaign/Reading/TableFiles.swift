import Findings
import MediaFacts

/// Looks up the files that rows of a table name: most rows show what others show as well.
package struct TableFiles: Sendable {
  private let paths: Set<String>
  /// Profiles that cut nothing.
  private let uncut: [Profile]
  private var found: [MediaUse: Answer] = [:]

  private enum Answer {
    case good(CampaignMedia, PosterChoice?)
    /// Something is to be told of each message.
    case troubled
  }

  /// Of rows with a file for each nothing would be used again.
  private static let mostUses = 4096

  /// - Parameters:
  ///   - paths: of all files of the campaign folder.
  ///   - profiles: what is made of pictures.
  package init(paths: Set<String>, profiles: [Profile]) {
    self.paths = paths
    uncut = profiles.filter { $0.fit == .inside }
  }

  /// The message with the files' own spelling; nil where a file is missing, or its focal point would be lost.
  package mutating func resolve(_ message: CampaignMessage) -> CampaignMessage? {
    guard !message.media.isEmpty || message.focalPoint != nil else { return message }
    let use = MediaUse(message)
    let answer = found[use] ?? find(message)
    if found.count < Self.mostUses { found[use] = answer }
    guard case .good(let media, let poster) = answer else { return nil }
    var message = message
    (message.media, message.poster) = (media, poster)
    return message
  }

  private func find(_ message: CampaignMessage) -> Answer {
    guard let resolved = message.resolved(against: paths) else { return .troubled }
    guard uncut.isEmpty || resolved.lostFocalPoint(under: uncut) == nil else { return .troubled }
    return .good(resolved.media, resolved.poster)
  }
}

/// What a message wants of its files.
package struct MediaUse: Hashable, Sendable {
  let media: CampaignMedia
  let poster: PosterChoice?
  let focalPoint: FocalPoint?
  let platforms: Set<Platform>

  package init(_ message: CampaignMessage) {
    (media, poster) = (message.media, message.poster)
    (focalPoint, platforms) = (message.focalPoint, message.platforms)
  }

  /// Goes by what differs most.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(media.common)
    hasher.combine(media.own)
    hasher.combine(poster)
  }
}
