import Findings
import MediaFacts

/// How a `Content-Type` compares with the bytes.
enum DeclaredType: Hashable, Sendable {
  case missing
  /// Bytes of any kind.
  case octetStream
  /// The format's registered type.
  case registered
  /// An unregistered name for it.
  case unregistered
  /// Another picture, video or sound.
  case contradiction
  /// Something else, such as text/html.
  case unrelated

  /// - Parameter mediaType: in lower case, without parameters.
  init(_ mediaType: String?, format: MediaFormat) {
    let medium = mediaType?.prefix { $0 != "/" }
    switch mediaType {
    case nil: self = .missing
    case "application/octet-stream", "binary/octet-stream", "application/x-octet-stream": self = .octetStream
    case .some(let type) where format.traits.mediaTypes.contains(type): self = .registered
    case .some(let type) where format.traits.unregisteredMediaTypes.contains(type): self = .unregistered
    case .some: self = ["image", "video", "audio"].contains(medium) ? .contradiction : .unrelated
    }
  }
}

/// The extensions that are registered for a media type that Apple's systems know: in lower case, without the dot, the preferred one first.
///
/// - Parameter mediaType: in lower case, without parameters.
func registeredExtensions(of mediaType: String) -> [String]? {
  MediaFormat.appleExtensions(of: mediaType) ?? otherTypes[mediaType]
}

/// Types that are neither pictures nor videos: icons, sounds, and the pages and documents that servers name instead, from the declarations
/// of Apple's Uniform Type Identifiers
/// (https://developer.apple.com/documentation/uniformtypeidentifiers/system-declared-uniform-type-identifiers).
private let otherTypes = Dictionary(
  uniqueKeysWithValues: WordTable.files.rows("type").map { ($0[0], Array($0.dropFirst())) })
