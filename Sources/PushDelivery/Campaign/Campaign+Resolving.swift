extension Campaign {
  /// A typing error shows in the first few messages; hints for thousands would only cost time.
  private static let maximumHints = 20

  /// The messages whose pictures and posters are there, and an error for each file that is not.
  ///
  /// A path matches in any Unicode normal form (macOS decomposes names, editors compose them), which is how Swift
  /// compares texts; the message then has the spelling of `paths`.
  public func resolve(against paths: Set<String>) -> (messages: [CampaignMessage], diagnostics: [Diagnostic]) {
    var found: [CampaignMessage] = []
    var diagnostics: [Diagnostic] = []
    for var message in messages {
      let missing = message.replaceNames { name in paths.firstIndex(of: name).map { paths[$0] } }
      if missing.isEmpty { found.append(message) }
      for file in missing {
        let candidates = diagnostics.count < Self.maximumHints ? paths : []
        diagnostics.append(file.diagnostic(origin: message.origin, nearestAmong: candidates))
      }
    }
    return (found, diagnostics)
  }
}

extension CampaignMessage {
  /// Gives its files the names that `find` knows them by, and tells which are not known.
  fileprivate mutating func replaceNames(_ find: (String) -> String?) -> [MissingFile] {
    var missing: [MissingFile] = []
    if let file = media.common {
      if let name = find(file) { media.common = name } else { missing.append(.image(file)) }
    }
    for (platform, file) in media.own.sorted(by: { $0.key < $1.key }) {
      if let name = find(file) { media.own[platform] = name } else { missing.append(.image(file)) }
    }
    if case .file(let file) = poster {
      if let name = find(file) { poster = .file(name) } else { missing.append(.poster(file)) }
    }
    return missing
  }
}

/// A file that a message names and the campaign folder does not have.
private enum MissingFile {
  case image(String)
  case poster(String)

  func diagnostic(origin: Diagnostic.Subject, nearestAmong paths: Set<String>) -> Diagnostic {
    switch self {
    case .image(let name):
      Diagnostic(
        "campaign.missing-image", .error, origin.key("media"),
        "there is no \(name.quoted) in the campaign folder, so the message would show text only",
        remedy: "add the picture or correct the path" + nearest(name, among: paths))
    case .poster(let name):
      Diagnostic(
        "campaign.missing-poster", .error, origin.key("poster"),
        "there is no \(name.quoted) in the campaign folder, so Android and browsers would have nothing to show",
        remedy: "add the poster or correct the path" + nearest(name, among: paths))
    }
  }

  private func nearest(_ name: String, among paths: Set<String>) -> String {
    NearestName.find(name, among: paths.sorted()).map { "; the nearest name there is \($0.quoted)" } ?? ""
  }
}
