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
    let wishes = Wish.all(of: messages, crops: configuration.profiles.contains(where: \.fit.crops))
    let posters = Set(messages.compactMap(\.poster?.file))
    return files.flatMap { file -> [AssetRequest] in
      let wish = wishes[file.path]
      // A picture that is only a poster is published under the name of the file that it represents.
      guard wish != nil || !posters.contains(file.path) else { return [] }
      // A picture that no message names is made ready too.
      return (wish?.uses ?? [PictureUse()]).map { use in
        let clients = wish?.platforms[use] ?? []
        return AssetRequest(
          path: file.path, byteCount: file.byteCount, focalPoint: use.focalPoint, poster: use.poster,
          publishes: configuration.publishesUnused || clients.contains(.ios)
            ? .everything : clients.isEmpty ? .nothing : .stills,
          unconsideredPlatforms: wish?.unconsidered ?? [])
      }
    }
  }
}

/// One way to use a file.
struct PictureUse: Hashable, Sendable {
  var focalPoint: FocalPoint?
  var poster: PosterChoice?
}

/// How messages use one file.
private struct Wish {
  /// In the order of the messages, each once.
  var uses: [PictureUse] = []
  /// The platforms that show it in each way.
  var platforms: [PictureUse: Set<Platform>] = [:]
  /// The platforms that show it without a choice of what a crop keeps.
  var unconsidered: Set<Platform> = []

  /// By the paths of the files.
  static func all(of messages: [CampaignMessage], crops: Bool) -> [String: Wish] {
    var wishes: [String: Wish] = [:]
    for message in messages {
      let use = PictureUse(focalPoint: crops ? message.focalPoint : nil, poster: message.poster)
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
    return wishes
  }
}
