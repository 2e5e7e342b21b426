import MediaFacts
import PushDelivery

/// A source to be made ready, for one focal point and one poster where messages name some.
struct AssetRequest: Hashable, Sendable {
  var path: String
  var byteCount: Int
  var focalPoint: FocalPoint?
  var poster: PosterChoice?

  /// Made of the file's name alone: how its owner sorts files is nobody's business at a public address.
  var slug: String { Slug(path: path.split(separator: "/").last.map(String.init) ?? path).text }
}
