public import Findings
public import MediaFacts

/// One rendition as the index of a request folder lists it.
public struct IndexedRendition: Hashable, Codable, Sendable {
  /// Its source, relative to the campaign folder.
  public var source: String
  /// Length and digest of the source, so that `compose` sees whether it is still the same; nil in older indexes.
  public var sourceBytes: Int?
  public var sourceSha256: ContentDigest?
  /// The point that crops keep, if any.
  public var focalPoint: FocalPoint?
  public var poster: PosterChoice?
  public var url: String
  /// Its name in the destination.
  public var path: String
  public var bytes: Int
  public var sha256: ContentDigest
  public var width: Int
  public var height: Int
  public var format: MediaFormat
  public var quality: Int?
  /// True if it moves.
  public var moves: Bool?
  /// For a still, the platforms that show it, sorted; nil: all of them.
  public var platforms: [Platform]?

  /// A rendition of a run's source.
  public init(_ rendition: RenditionOutcome, of asset: AssetOutcome) {
    source = asset.path
    (sourceBytes, sourceSha256) = (asset.source?.byteCount, asset.source?.digest)
    (focalPoint, poster) = (asset.focalPoint, asset.poster)
    (url, path) = (rendition.url, rendition.path)
    (bytes, sha256) = (rendition.bytes, rendition.digest)
    (width, height, format) = (rendition.width, rendition.height, rendition.format)
    quality = rendition.still?.quality
    moves = rendition.motion == nil ? nil : true
    platforms = rendition.platforms
  }
}

extension IndexedRendition: DeliverableFile {
  public var digest: ContentDigest { sha256 }
  public var mediaFormat: MediaFormat { format }
}

extension IndexedRendition {
  package var isMotion: Bool { moves == true }

  /// Its clients: all for a still without `platforms`, Apple's systems if it moves.
  package var clients: Set<Platform> { isMotion ? [.ios] : Set(platforms ?? Platform.allCases) }
}
