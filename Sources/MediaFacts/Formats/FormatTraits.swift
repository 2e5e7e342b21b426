/// What is to be known of the files of a format: a row of the table of formats, which everybody asks who names a file, serves
/// it, or tells what it is.
package struct FormatTraits: Sendable {
  /// The word for it in JSON.
  package let name: String
  /// The name people know it by.
  package let displayName: String
  /// Every extension that tells the truth about it, in lower case and without the dot; at least one, and the first is the one
  /// that richpush writes.
  package let extensions: [String]
  /// The registered media types (https://www.iana.org/assignments/media-types), the usual one first, and those of Apple's
  /// systems for containers that have none; at least one.
  package let mediaTypes: [String]
  /// Names that servers are configured with by mistake.
  package let unregisteredMediaTypes: [String]
  /// The extensions that Apple's systems have for media types, the preferred one first, from the declarations of Uniform Type
  /// Identifiers
  /// (https://developer.apple.com/documentation/uniformtypeidentifiers/system-declared-uniform-type-identifiers).
  package let appleTypes: [String: [String]]
  /// How its files are told from others.
  package let recognition: Recognition
  /// Which clients show it.
  package let support: ClientSupport

  package init(
    _ name: String, _ displayName: String, extensions: [String], mediaTypes: [String],
    unregisteredMediaTypes: [String] = [], appleTypes: [String: [String]] = [:],
    recognition: Recognition,
    support: ClientSupport
  ) {
    precondition(!extensions.isEmpty && !mediaTypes.isEmpty, "\(name) needs an extension and a media type")
    self.name = name
    self.displayName = displayName
    self.extensions = extensions
    self.mediaTypes = mediaTypes
    self.unregisteredMediaTypes = unregisteredMediaTypes
    self.appleTypes = appleTypes
    self.recognition = recognition
    self.support = support
  }
}

/// How the files of a format are told from others, by the first of their bytes.
package enum Recognition: Sendable {
  /// One of some signatures. No two formats have the same, so that it does not matter who is asked first.
  case signatures([Signature])
  /// There is no signature, or a short one: the header has to make sense. Asked once no signature was found.
  case header(@Sendable (ByteView) -> Bool)

  func hasSignature(_ view: ByteView) -> Bool {
    if case .signatures(let signatures) = self {
      signatures.contains { $0.isIn(view) }
    } else {
      false
    }
  }

  func hasHeader(_ view: ByteView) -> Bool {
    if case .header(let makesSense) = self { makesSense(view) } else { false }
  }
}

/// Bytes at fixed places that only one format has.
package struct Signature: Sendable {
  private let parts: [(offset: Int, bytes: [UInt8])]

  package init(_ bytes: [UInt8]) { parts = [(0, bytes)] }

  /// - Parameter text: in ASCII.
  package init(_ text: String) { self.init(Array(text.utf8)) }

  /// Bytes that are believed only behind those at the start of the file.
  private init(_ start: [UInt8], _ text: String) { parts = [(0, start), (8, Array(text.utf8))] }

  /// A file of the Resource Interchange File Format that has a certain form.
  package static func riff(_ form: String) -> Signature { Signature(Array("RIFF".utf8), form) }

  /// A TIFF file in which the eighth byte is followed by a mark of the maker.
  static func tiff(marked mark: String) -> Signature { Signature([0x49, 0x49, 0x2A, 0], mark) }

  func isIn(_ view: ByteView) -> Bool { parts.allSatisfy { view.has($0.bytes, at: $0.offset) } }
}
