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

/// A media type that Apple's systems know, with the extensions that are registered for it.
struct RegisteredType: Hashable, Sendable {
  /// Lower case, without the dot; the preferred one first.
  let extensions: [String]

  /// - Parameter mediaType: in lower case, without parameters.
  init?(mediaType: String) {
    guard let extensions = MediaFormat.appleExtensions(of: mediaType) ?? otherTypes[mediaType] else { return nil }
    self.extensions = extensions
  }
}

/// Types that are neither pictures nor videos: icons, sounds, and the pages and documents that servers name instead, from the declarations
/// of Apple's Uniform Type Identifiers
/// (https://developer.apple.com/documentation/uniformtypeidentifiers/system-declared-uniform-type-identifiers).
private let otherTypes = Dictionary(
  uniqueKeysWithValues: WordTable.files.rows("type").map { ($0[0], Array($0.dropFirst())) })
