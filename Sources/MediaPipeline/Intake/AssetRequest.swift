import Findings
import MediaFacts
import PushDelivery

/// A source to be made, for one focal point and one poster if messages name some.
struct AssetRequest: Hashable, Sendable {
  var path: String
  var byteCount: Int
  var focalPoint: FocalPoint?
  var poster: PosterChoice?
  var publishes = Publication.everything
  /// The platforms that show it without a choice of what a crop keeps: neither a focal point nor a picture for that platform.
  var unconsideredPlatforms = AssetRequest.everyPlatform

  private static let everyPlatform = Set(Platform.allCases)

  /// The part that is published.
  enum Publication: String, Hashable, Sendable, Codable {
    /// No message shows it.
    case nothing
    /// No message for Apple's systems shows it; only they show motion.
    case stills
    case everything
  }

  /// The platforms on which its words matter: where a cut is chosen by the picture or by a focal point, or where no message shows it yet.
  var platformsOfWords: Set<Platform> {
    focalPoint != nil || publishes == .nothing && unconsideredPlatforms.isEmpty
      ? Self.everyPlatform : unconsideredPlatforms
  }

  /// Made only from the file's name: the owner's folders are private, and the address is public.
  var slug: String { Slug(path: FileSystem.name(of: path)).text }
}

extension AssetRequest {
  /// One request for each file, or one for each focal point and poster that messages give it.
  static func all(
    of files: [CampaignScanner.File], for messages: [CampaignMessage], _ configuration: PipelineConfiguration
  ) -> [AssetRequest] {
    // A focal point only matters for a crop; without one, each picture is made once.
    let crops = configuration.profiles.contains(where: \.fit.crops)
    let wishes = Wishes(messages, crops: crops)
    return files.filter { !wishes.isOnlyPoster($0.path) }.flatMap { file in
      wishes.uses(of: file.path).map { use in
        AssetRequest(
          path: file.path, byteCount: file.byteCount, focalPoint: use.focalPoint, poster: use.poster,
          publishes: configuration.publishesUnused ? .everything : wishes.showing(file.path, as: use),
          unconsideredPlatforms: wishes.unconsideredPlatforms(of: file.path))
      }
    }
  }
}

/// How messages use a file.
struct PictureUse: Hashable, Sendable {
  var focalPoint: FocalPoint?
  var poster: PosterChoice?
}

/// The wishes of a campaign's messages for its files, each once.
private struct Wishes {
  private struct Wish {
    /// In the order of the messages.
    var uses: [PictureUse] = []
    /// The platforms that show it in each way.
    var platforms: [PictureUse: Set<Platform>] = [:]
    var unconsidered: Set<Platform> = []
  }

  private var wishes: [String: Wish] = [:]
  private var posters: Set<String> = []

  init(_ messages: [CampaignMessage], crops: Bool) {
    for message in messages {
      let use = PictureUse(focalPoint: crops ? message.focalPoint : nil, poster: message.poster)
      if let poster = message.poster?.file { posters.insert(poster) }
      for file in message.media.files() where wishes[file]?.platforms[use] == nil {
        wishes[file, default: Wish()].uses.append(use)
        wishes[file]?.platforms[use] = []
      }
      for platform in message.platforms {
        if let file = message.media[platform] { wishes[file]?.platforms[use]?.insert(platform) }
      }
      if let common = message.media.common, message.focalPoint == nil {
        wishes[common]?.unconsidered.formUnion(message.platforms.subtracting(message.media.own.keys))
      }
    }
  }

  /// The platforms on which messages show a file without a choice of what a crop keeps.
  func unconsideredPlatforms(of file: String) -> Set<Platform> { wishes[file]?.unconsidered ?? [] }

  /// A picture that no message names is made ready too.
  func uses(of file: String) -> [PictureUse] { wishes[file]?.uses ?? [PictureUse()] }

  /// The part that messages show.
  func showing(_ file: String, as use: PictureUse) -> AssetRequest.Publication {
    let clients = wishes[file]?.platforms[use] ?? []
    return clients.isEmpty ? .nothing : clients.contains(.ios) ? .everything : .stills
  }

  /// A picture that is only a poster is published under the name of the file that it represents.
  func isOnlyPoster(_ file: String) -> Bool { posters.contains(file) && wishes[file] == nil }
}
