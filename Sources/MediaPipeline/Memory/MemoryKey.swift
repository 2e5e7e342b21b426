import Essentials
import Findings
import MediaFacts
import PushDelivery

/// Everything besides the files that affects a run's outcomes: two runs that differ in any of it share no memory.
enum MemoryKey {
  /// - Parameter folder: the campaign's, with every link resolved.
  /// - Returns: nil if the program cannot be told from another build.
  static func assets(_ settings: PipelineSettings, folder: String) -> ContentDigest? {
    guard let program = FileStamp(of: settings.worker.executable) else { return nil }
    let configuration = settings.configuration
    let parts: [String] =
      [
        "assets 1", "\(program.inode) \(program.byteCount) \(program.modified) \(program.changed)", folder,
        FileSystem.canonicalPath(settings.outputFolder) ?? settings.outputFolder, settings.baseURL,
        settings.destination.name, settings.destination.verification.rawValue,
        String(configuration.publishesUnused), json(configuration.motionProfile), json(configuration.sourceLimits),
        json(settings.worker.limits),
      ] + configuration.profiles.flatMap(text)
    return digest(parts)
  }

  /// One value for texts, each with its length before it, so that what follows one is never taken for a part of it.
  static func digest(_ texts: [String]) -> ContentDigest {
    var writer = CompactWriter()
    for text in texts { writer.add(text) }
    return ContentDigest(of: writer.bytes)
  }

  /// A source's request, hashed so that two never collide by accident.
  struct Request: Hashable, Sendable {
    private let bytes: SIMD16<UInt8>

    /// The same as bytes.
    var text: [UInt8] { (0..<16).map { bytes[$0] } }

    /// - Parameter isNamed: whether a message names the file.
    init(_ request: AssetRequest, isNamed: Bool) {
      var text = Array(request.path.utf8)
      let wish = Wish(request, isNamed: isNamed)
      // A path has no such byte in it.
      if wish != .plain { text += [0] + MemoryKey.json(wish).utf8 }
      self.init(ContentDigest(of: text).bytes)
    }

    /// - Parameter bytes: at least sixteen.
    init(_ bytes: some Sequence<UInt8>) {
      var found = SIMD16<UInt8>()
      for (index, byte) in bytes.prefix(16).enumerated() { found[index] = byte }
      self.bytes = found
    }
  }

  /// Messages' wishes for a source.
  private struct Wish: Hashable, Encodable {
    var focalPoint: FocalPoint?
    var poster: PosterChoice?
    var publishes: AssetRequest.Publication
    /// nil: every one.
    var unconsidered: [Platform]?
    var isNamed: Bool

    init(_ request: AssetRequest, isNamed: Bool) {
      (focalPoint, poster, publishes) = (request.focalPoint, request.poster, request.publishes)
      let platforms = request.unconsideredPlatforms
      unconsidered = platforms.count == Platform.allCases.count ? nil : platforms.sorted()
      self.isNamed = isNamed
    }

    static let plain = Wish(AssetRequest(path: "", byteCount: 0), isNamed: false)
  }

  /// A set has no order, so its elements are sorted here.
  private static func text(_ profile: Profile) -> [String] {
    var profile = profile
    let platforms = profile.platforms.sorted().map(\.rawValue)
    profile.platforms = []
    return [platforms.joined(separator: " "), json(profile)]
  }

  /// Texts and numbers always have a JSON form.
  private static func json(_ value: some Encodable) -> String {
    String(decoding: (try? CacheKey.encoder.encode(value)) ?? Data(), as: UTF8.self)
  }
}
