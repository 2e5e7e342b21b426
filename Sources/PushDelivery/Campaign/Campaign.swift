public import Findings

/// The messages of a campaign, as its author wrote them.
public struct Campaign: Hashable, Sendable {
  /// In the author's order; identifiers are unique.
  public var messages: [CampaignMessage]

  public init(messages: [CampaignMessage]) { self.messages = messages }
}

/// The defaults for keys that the author left out.
public struct MessageDefaults: Hashable, Sendable {
  public var title: String?
  public var body: String?
  public var target: MessageTarget?
  public var link: String?

  public init(title: String? = nil, body: String? = nil, target: MessageTarget? = nil, link: String? = nil) {
    (self.title, self.body, self.target, self.link) = (title, body, target, link)
  }
}

/// The files of the campaign folder that a message shows, by their relative paths.
public struct CampaignMedia: Hashable, Sendable {
  /// The file for every platform without a file in `own`.
  public var common: String?
  /// The files of single platforms.
  public var own: [Platform: String]

  public init(_ common: String? = nil, own: [Platform: String] = [:]) {
    (self.common, self.own) = (common, own)
  }

  /// The file of a platform; nil for text only.
  public subscript(platform: Platform) -> String? { own[platform] ?? common }

  /// True for a text-only message.
  public var isEmpty: Bool { common == nil && own.isEmpty }

  /// Each file once, in the order of the platforms.
  public func files(on platforms: Set<Platform> = Set(Platform.allCases)) -> [String] {
    Platform.allCases.filter(platforms.contains).compactMap { self[$0] }.reduce(into: []) { files, file in
      if !files.contains(file) { files.append(file) }
    }
  }
}

extension CampaignMedia: ExpressibleByStringLiteral {
  public init(stringLiteral path: String) { self.init(path) }
}

extension Campaign {
  /// One message for each picture, for a folder without campaign.yml. `defaults` give everything except the picture.
  ///
  /// - Parameters:
  ///   - paths: the pictures, relative to the campaign folder, in any order. The slug of each is its message's identifier, with `-2`, `-3`,
  ///     … where several pictures have the same.
  ///   - file: the path of the file that `defaults` come from, as diagnostics name it.
  public static func derived(
    from paths: some Sequence<String>, defaults: MessageDefaults, file: String = "pipeline.yml"
  ) -> Checked<Campaign> {
    let diagnostics = missingDefaults(defaults, file)
    guard let target = defaults.target, diagnostics.isEmpty else { return Checked(nil, diagnostics) }
    var taken: Set<Slug> = [Slug("index")]
    let messages = Set(paths).sorted().map { path in
      let slug = Slug(path: path).unique(among: taken)
      taken.insert(slug)
      return CampaignMessage(id: slug.text, media: CampaignMedia(path), target: target, origin: .init(.file, path))
    }
    return Checked(Campaign(messages: messages))
  }

  private static func missingDefaults(_ defaults: MessageDefaults, _ file: String) -> [Diagnostic] {
    let (hasWords, hasTarget) = (defaults.title != nil || defaults.body != nil, defaults.target != nil)
    return [
      hasWords ? nil : missing("defaults.title", file, "no message says what to show", "add a title or a body"),
      hasTarget ? nil : missing("defaults.target", file, "no message says whom it goes to", "add a target"),
    ].compactMap(\.self)
  }

  private static func missing(_ keyPath: String, _ file: String, _ lack: String, _ remedy: String) -> Diagnostic {
    Diagnostic(
      .configurationMissingKey, .init(.configuration, file, keyPath: keyPath),
      "without campaign.yml the messages come from `defaults`, and \(lack)",
      remedy: "\(remedy) under `defaults`, or write a campaign.yml")
  }
}

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
  fileprivate mutating func replaceNames(_ find: (String) -> String?) -> (missing: [MissingFile], isRespelled: Bool) {
    var missing: [MissingFile] = []
    var isRespelled = false
    func name(of file: String, under key: MessageKey = .media) -> String? {
      guard let name = find(file) else {
        missing.append(MissingFile(name: file, key: key))
        return nil
      }
      // Equal texts may differ in bytes.
      if name.utf8.elementsEqual(file.utf8) { return nil }
      isRespelled = true
      return name
    }
    if let file = media.common, let name = name(of: file) { media.common = name }
    for (platform, file) in media.own.sorted(by: { $0.key < $1.key }) {
      if let name = name(of: file) { media.own[platform] = name }
    }
    if case .file(let file) = poster, let name = name(of: file, under: .poster) { poster = .file(name) }
    return (missing, isRespelled)
  }

  /// The same with the spelling of `paths`; nil if one of its files is not in them.
  func resolved(against paths: Set<String>) -> CampaignMessage? {
    var message = self
    let (missing, _) = message.replaceNames { name in paths.firstIndex(of: name).map { paths[$0] } }
    return missing.isEmpty ? message : nil
  }
}

/// A file that a message names but the campaign folder does not have.
private struct MissingFile {
  let name: String
  /// `media` or `poster`.
  let key: MessageKey

  func diagnostic(of message: CampaignMessage, nearestAmong paths: Set<String>) -> Diagnostic {
    let incident: Incident = key == .poster ? .campaignMissingPoster : .campaignMissingImage
    let consequence =
      key == .poster ? "Android and browsers would have nothing to show" : "the message would be text only"
    let nearest = NearestName.find(name, among: paths.sorted()).map { "; the nearest name there is \($0.quoted)" }
    return Diagnostic(
      incident, message.place(of: key), "\(name.quoted) is not in the campaign folder, so \(consequence)",
      remedy: incident.remedy + (nearest ?? ""))
  }
}
