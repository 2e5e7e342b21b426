public import Findings

/// Focal points that would be lost: Android and browsers crop uncropped pictures at the centre, wherever the point is.
extension Campaign {
  /// The messages whose focal points stay in view, and an error for each other message.
  ///
  /// - Parameter profiles: of the pictures.
  public static func keepingFocalPoints(
    of messages: [CampaignMessage], under profiles: [Profile]
  ) -> (messages: [CampaignMessage], diagnostics: [Diagnostic]) {
    let uncut = profiles.filter { $0.fit == .inside }
    guard !uncut.isEmpty else { return (messages, []) }
    let losses = messages.map { $0.lostFocalPoint(under: uncut) }
    return (zip(messages, losses).filter { $0.1 == nil }.map(\.0), losses.compactMap { $0 })
  }
}

extension CampaignMessage {
  /// - Parameter profiles: those that do not crop.
  func lostFocalPoint(under profiles: [Profile]) -> Diagnostic? {
    guard focalPoint != nil else { return nil }
    let cutting = platforms.filter { $0.cutsPictures && media[$0] != nil }
    guard let profile = profiles.first(where: { !$0.platforms.isDisjoint(with: cutting) }) else { return nil }
    let clients = cutting.intersection(profile.platforms).sorted().map(\.displayName).joined(separator: " and ")
    return Diagnostic(
      .campaignFocalPoint, origin.key("focal-point"),
      "it would not be kept: `profiles.\(profile.name)` has `fit: inside`, so the picture stays uncut and \(clients) cut"
        + "\(clients.contains(" ") ? "" : "s") it from the middle")
  }
}
