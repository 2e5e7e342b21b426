public import Findings

extension Campaign {
  /// A typing error shows in the first few messages; hints for thousands only cost time.
  private static let maximumHints = 20

  /// The messages whose pictures and posters exist, and an error for each missing file.
  ///
  /// A path matches in any Unicode normal form (macOS decomposes names, editors compose them), as Swift compares texts. The message then
  /// has the spelling of `paths`.
  public func resolve(against paths: Set<String>) -> (messages: [CampaignMessage], diagnostics: [Diagnostic]) {
    // Avoids a second copy of a hundred thousand messages: most have the right spelling.
    var found = messages
    var incomplete: Set<Int> = []
    var diagnostics: [Diagnostic] = []
    for (index, var message) in messages.enumerated() {
      let (missing, isRespelled) = message.replaceNames { name in paths.firstIndex(of: name).map { paths[$0] } }
      if isRespelled { found[index] = message }
      if !missing.isEmpty { incomplete.insert(index) }
      for file in missing {
        let candidates = diagnostics.count < Self.maximumHints ? paths : []
        diagnostics.append(file.diagnostic(of: message, nearestAmong: candidates))
      }
    }
    if incomplete.isEmpty { return (found, diagnostics) }
    return (found.enumerated().filter { !incomplete.contains($0.offset) }.map(\.element), diagnostics)
  }
}

extension CampaignMessage {
  /// Gives its files the names that `find` knows, and returns the unknown ones, and whether a name changed.
  fileprivate mutating func replaceNames(
    _ find: (String) -> String?
  ) -> (missing: [MissingFile], isRespelled: Bool) {
    var missing: [MissingFile] = []
    var isRespelled = false
    func name(of file: String, missingAs kind: (String) -> MissingFile) -> String? {
      guard let name = find(file) else {
        missing.append(kind(file))
        return nil
      }
      // Equal texts may differ in bytes.
      if name.utf8.elementsEqual(file.utf8) { return nil }
      isRespelled = true
      return name
    }
    if let file = media.common, let name = name(of: file, missingAs: MissingFile.image) { media.common = name }
    for (platform, file) in media.own.sorted(by: { $0.key < $1.key }) {
      if let name = name(of: file, missingAs: MissingFile.image) { media.own[platform] = name }
    }
    if case .file(let file) = poster, let name = name(of: file, missingAs: MissingFile.poster) { poster = .file(name) }
    return (missing, isRespelled)
  }
}

extension CampaignMessage {
  /// The same with the spelling of `paths`; nil if one of its files is not in them.
  func resolved(against paths: Set<String>) -> CampaignMessage? {
    var message = self
    let (missing, _) = message.replaceNames { name in paths.firstIndex(of: name).map { paths[$0] } }
    return missing.isEmpty ? message : nil
  }
}

/// A file that a message names but the campaign folder does not have.
private enum MissingFile {
  case image(String)
  case poster(String)

  func diagnostic(of message: CampaignMessage, nearestAmong paths: Set<String>) -> Diagnostic {
    switch self {
    case .image(let name):
      Diagnostic(
        .campaignMissingImage, message.place(of: .media),
        "there is no \(name.quoted) in the campaign folder, so the message would show text only",
        remedy: Incident.campaignMissingImage.remedy + nearest(name, among: paths))
    case .poster(let name):
      Diagnostic(
        .campaignMissingPoster, message.place(of: .poster),
        "there is no \(name.quoted) in the campaign folder, so Android and browsers would have nothing to show",
        remedy: Incident.campaignMissingPoster.remedy + nearest(name, among: paths))
    }
  }

  private func nearest(_ name: String, among paths: Set<String>) -> String {
    NearestName.find(name, among: paths.sorted()).map { "; the nearest name there is \($0.quoted)" } ?? ""
  }
}
