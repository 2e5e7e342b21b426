/// Which files of the campaign folder a message shows, by their paths relative to it.
public struct CampaignMedia: Hashable, Sendable {
  /// What every platform shows that has no file of its own.
  public var common: String?
  /// What some platforms show instead.
  public var own: [Platform: String]

  public init(_ common: String? = nil, own: [Platform: String] = [:]) {
    self.common = common
    self.own = own
  }

  /// What a platform shows; nil for text alone.
  public subscript(platform: Platform) -> String? { own[platform] ?? common }

  /// True for a message of text alone.
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
