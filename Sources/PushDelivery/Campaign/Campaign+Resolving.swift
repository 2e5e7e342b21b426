extension Campaign {
  /// A typing error shows in the first few messages; hints for thousands would only cost time.
  private static let maximumHints = 20

  /// The messages whose pictures are there, and an error for each other.
  ///
  /// A path matches in any Unicode normal form (macOS decomposes names, editors compose them), which is how Swift
  /// compares texts; the message then has the spelling of `paths`.
  public func resolve(against paths: Set<String>) -> (messages: [CampaignMessage], diagnostics: [Diagnostic]) {
    var found: [CampaignMessage] = []
    var diagnostics: [Diagnostic] = []
    for var message in messages {
      guard let image = message.image else {
        found.append(message)
        continue
      }
      if let index = paths.firstIndex(of: image) {
        message.image = paths[index]
        found.append(message)
      } else {
        let candidates = diagnostics.count < Self.maximumHints ? paths : []
        diagnostics.append(missing(image, origin: message.origin, candidates))
      }
    }
    return (found, diagnostics)
  }

  private func missing(_ image: String, origin: Diagnostic.Subject, _ paths: Set<String>) -> Diagnostic {
    let nearest = NearestName.find(image, among: paths.sorted()).map { "; the nearest name there is \($0.quoted)" }
    return Diagnostic(
      "campaign.missing-image", .error, origin.key("image"),
      "there is no \(image.quoted) in the campaign folder, so the message would show text only",
      remedy: "add the picture or correct the path" + (nearest ?? ""))
  }
}
