public import Findings
package import MediaFacts

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
public struct CampaignMedia: Hashable, Sendable, Codable {
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
    Platform.allCases.filter(platforms.contains).compactMap { self[$0] }.distinct
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
  ) -> Checked<StoredValues<CampaignMessage>> {
    let diagnostics = missingDefaults(defaults, file)
    guard let target = defaults.target, diagnostics.isEmpty else { return Checked(nil, diagnostics) }
    var taken: Set<Slug> = [Slug("index")]
    let pictures = Set(paths).sorted()
    // Those that are not their path's: the others are made again.
    var identifiers: [Int: String] = [:]
    for (index, path) in pictures.enumerated() {
      let (slug, unique) = (Slug(path: path), Slug(path: path).unique(among: taken))
      if unique != slug { identifiers[index] = unique.text }
      taken.insert(unique)
    }
    return Checked(
      StoredValues(count: pictures.count) { [identifiers] index in
        let path = pictures[index]
        return CampaignMessage(
          id: identifiers[index] ?? Slug(path: path).text, media: CampaignMedia(path), target: target,
          origin: .init(.file, path))
      })
  }

  private static func missingDefaults(_ defaults: MessageDefaults, _ file: String) -> [Diagnostic] {
    let needs = [
      (defaults.title ?? defaults.body, "title", "what to show", "a title or a body"),
      (defaults.target?.text, "target", "whom it goes to", "a target"),
    ]
    return needs.filter { $0.0 == nil }.map { _, key, lack, remedy in
      Diagnostic(.campaign("noDefaults", lack, remedy), .init(.configuration, file, keyPath: "defaults.\(key)"))
    }
  }
}

/// Pictures that each become a message, although several show the same.
extension Campaign {
  /// A warning for each file that repeats another: a copy; or a file with the same name and another ending, as cameras name both files of a
  /// Live Photo, and pages have one picture in several formats and for several screens (`@2x`). They are sent as they are, because only their
  /// owner knows the intention.
  ///
  /// - Parameter files: those that become messages, each once, with the digest of its bytes, if known.
  package static func repeatedPictures(_ files: [(path: String, digest: ContentDigest?)]) -> [Diagnostic] {
    let copies = twins(files, by: \.digest).map { repeated($0, "it has the same bytes as \($1.quoted)") }
    let forms = twins(files) { stem($0.path) }.map {
      repeated($0, "it is named like \($1.quoted), as two forms of one picture are")
    }
    let told = Set(copies.map(\.subject.name))
    return (copies + forms.filter { !told.contains($0.subject.name) }).sorted { $0.subject.name < $1.subject.name }
  }

  /// Each file with the key of another one, and the first of those: a still if there is one.
  private static func twins<Key: Hashable>(
    _ files: [(path: String, digest: ContentDigest?)], by key: ((path: String, digest: ContentDigest?)) -> Key?
  ) -> [(path: String, first: String)] {
    // As hashes: few of hundreds of thousands have the key of another.
    let hashes = files.map { key($0)?.hashValue }
    var (seen, again): (Set<Int>, Set<Int>) = ([], [])
    for case let hash? in hashes where !seen.insert(hash).inserted { again.insert(hash) }
    let alike = zip(files, hashes).filter { $1.map(again.contains) == true }.map(\.0)
    return Dictionary(grouping: alike, by: key).values.flatMap { same in
      let paths = same.map(\.path).sorted()
      let first = paths.first { !isMovie($0) } ?? paths[0]
      return paths.filter { $0 != first }.map { ($0, first) }
    }
  }

  private static func repeated(_ path: String, _ reason: String) -> Diagnostic {
    Diagnostic(.campaign("repeatedPicture", reason), .init(.file, path))
  }

  /// Its folder and name without ending and suffix, in one case; nil without an ending.
  private static func stem(_ path: String) -> String? {
    let path = path.lowercased()
    guard let dot = path.lastIndex(of: ".") else { return nil }
    return path[..<dot].contains("@") ? String(path[..<dot].replacing(/@[2-4]x$/, with: "")) : String(path[..<dot])
  }

  private static func isMovie(_ path: String) -> Bool {
    let ending = path.lowercased().split(separator: ".").last ?? ""
    return VideoFormat.allCases.contains { $0.traits.extensions.contains(String(ending)) }
  }
}

/// The files that messages name.
extension Campaign {
  /// A typing error shows in the first few messages; hints for thousands only cost time.
  private static let maximumHints = 20

  /// The messages whose pictures and posters exist and whose focal points stay in view; and an error for each missing file or lost point.
  ///
  /// A path matches in any Unicode normal form (macOS decomposes names, editors compose them), as Swift compares texts. The message then
  /// has the spelling of `paths`. `profiles`: of the pictures.
  public func resolve(
    against paths: Set<String>, under profiles: [Profile] = []
  ) -> (messages: [CampaignMessage], diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    let found = messages.compactMap { message in
      let candidates = diagnostics.count < Self.maximumHints ? paths : []
      let (resolved, errors) = message.resolved(against: paths, under: profiles, nearestAmong: candidates)
      diagnostics += errors
      return resolved
    }
    return (found, diagnostics)
  }
}

extension CampaignMessage {
  /// The same with the spelling of `paths`; or an error for each missing file, or for a lost focal point.
  fileprivate func resolved(
    against paths: Set<String>, under profiles: [Profile], nearestAmong candidates: Set<String>
  ) -> (message: CampaignMessage?, errors: [Diagnostic]) {
    var (contents, errors, isRespelled) = (shape.contents, [Diagnostic](), false)
    func name(of file: String, under key: MessageKey = .media, on platform: Platform? = nil) -> String {
      guard let index = paths.firstIndex(of: file) else {
        errors.append(missing(file, key, on: platform, nearestAmong: candidates))
        return file
      }
      // Equal texts may differ in bytes.
      if !paths[index].utf8.elementsEqual(file.utf8) { isRespelled = true }
      return paths[index]
    }
    contents.media.common = media.common.map { name(of: $0) }
    for (platform, file) in media.own.sorted(by: { $0.key < $1.key }) {
      contents.media.own[platform] = name(of: file, on: platform)
    }
    if case .file(let file) = poster { contents.poster = .file(name(of: file, under: .poster)) }
    if errors.isEmpty, let loss = lostFocalPoint(under: profiles) { errors = [loss] }
    return (errors.isEmpty ? isRespelled ? with(MessageShape(contents)) : self : nil, errors)
  }

  private func missing(
    _ name: String, _ key: MessageKey, on platform: Platform?, nearestAmong paths: Set<String>
  ) -> Diagnostic {
    let incident: Incident = key == .poster ? .campaignMissingPoster : .campaignMissingImage
    let consequence =
      key == .poster ? "Android and browsers would have nothing to show" : "the message would be text only"
    let nearest = NearestName.file(name, among: paths.sorted()).map {
      NearestName.differInNumber(name, $0)
        ? "; the folder has \($0.quoted), with another number" : "; the nearest name there is \($0.quoted)"
    }
    return Diagnostic(
      incident, place(of: key, on: platform), "\(name.quoted) is not in the campaign folder, so \(consequence)",
      remedy: incident.remedy + (nearest ?? ""))
  }

  /// Android and browsers crop uncropped pictures at the centre, wherever the point is.
  private func lostFocalPoint(under profiles: [Profile]) -> Diagnostic? {
    guard focalPoint != nil else { return nil }
    let cutting = platforms.filter { $0.cutsPictures && media[$0] != nil }
    guard let profile = profiles.first(where: { $0.fit == .inside && !$0.platforms.isDisjoint(with: cutting) }) else {
      return nil
    }
    let clients = cutting.intersection(profile.platforms).sorted().map(\.displayName).joined(separator: " and ")
    return Diagnostic(
      .campaign("focalPoint", profile.name, clients, "\(clients.contains(" ") ? "" : "s")"), origin.key("focal-point"))
  }
}

/// Looks up the files that table rows name: most rows show the same files.
package struct TableFiles: Sendable {
  let paths: Set<String>
  let profiles: [Profile]
  private var found: [MessageShape: MessageShape?] = [:]

  /// If each row has its own file, shapes are never reused.
  private static let mostShapes = 4096

  /// `paths`: of all files of the campaign folder. `profiles`: of the pictures.
  package init(paths: Set<String>, profiles: [Profile]) { (self.paths, self.profiles) = (paths, profiles) }

  /// The shape of a message with the files' spelling, nil if a file is missing, or its focal point would be lost; and whether it was not looked
  /// up before.
  mutating func resolve(_ message: CampaignMessage) -> (shape: MessageShape?, isNew: Bool) {
    if let known = found[message.shape] { return (known, false) }
    let shape = message.resolved(against: paths, under: profiles, nearestAmong: []).message?.shape
    if found.count < Self.mostShapes { found[message.shape] = .some(shape) }
    return (shape, true)
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
}
