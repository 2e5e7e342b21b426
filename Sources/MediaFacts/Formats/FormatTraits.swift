import Findings

/// The traits of a format, which are used for file names, serving and messages.
package struct FormatTraits: Sendable {
  /// The word for it in JSON.
  package let name: String
  /// Its common name.
  package let displayName: String
  /// All true extensions, in lower case and without the dot; at least one. richpush writes the first.
  package let extensions: [String]
  /// The registered media types, the usual one first; at least one.
  package let mediaTypes: [String]
  /// Media types that servers use by mistake.
  package let unregisteredMediaTypes: [String]
  /// Apple's extensions for media types, the preferred one first.
  package let appleTypes: [String: [String]]
  /// How to recognise its files.
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
    (self.name, self.displayName, self.extensions, self.mediaTypes) = (name, displayName, extensions, mediaTypes)
    (self.unregisteredMediaTypes, self.appleTypes) = (unregisteredMediaTypes, appleTypes)
    (self.recognition, self.support) = (recognition, support)
  }

  /// A format of texts/formats.txt.
  init(_ name: String, _ recognition: Recognition, support: ClientSupport = ClientSupport()) {
    func rows(_ kind: String) -> [[String]] { WordTable.formats.rows("\(name)-\(kind)") }
    self.init(
      name, WordTable.formats["\(name)-name"].joined(), extensions: rows("extensions").flatMap(\.self),
      mediaTypes: rows("types").flatMap(\.self), unregisteredMediaTypes: rows("mistaken").flatMap(\.self),
      appleTypes: Dictionary(uniqueKeysWithValues: rows("apple").map { ($0[0], Array($0.dropFirst())) }),
      recognition: recognition, support: support)
  }
}

/// How a format's files are recognised by their first bytes.
package enum Recognition: Sendable {
  /// One of some signatures. They are unique, so their order does not matter.
  case signatures([Signature])
  /// Without a signature, or with a short one, the header must be valid. Tried after all signatures.
  case header(@Sendable (ByteView) -> Bool)

  func hasSignature(_ view: ByteView) -> Bool {
    if case .signatures(let signatures) = self { signatures.contains { $0.isIn(view) } } else { false }
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

  /// Bytes that only count after those at the start of the file.
  private init(_ start: [UInt8], _ text: String) { parts = [(0, start), (8, Array(text.utf8))] }

  /// A file of the Resource Interchange File Format that has a certain form.
  package static func riff(_ form: String) -> Signature { Signature(Array("RIFF".utf8), form) }

  /// The same of the older Interchange File Format, whose numbers begin with the highest byte.
  static func interchange(_ form: String) -> Signature { Signature(Array("FORM".utf8), form) }

  /// A TIFF file with a maker's mark after the eighth byte.
  static func tiff(marked mark: String) -> Signature { Signature([0x49, 0x49, 0x2A, 0], mark) }

  func isIn(_ view: ByteView) -> Bool { parts.allSatisfy { view.has($0.bytes, at: $0.offset) } }
}

/// How well clients show a format: as attachments of Apple's systems, in Android's decoders
/// (https://developer.android.com/media/platform/supported-formats) and in Chrome's.
package struct ClientSupport: Sendable {
  /// The attachment type on Apple's systems; nil where unsupported.
  package let apple: AppleAttachment?
  package let android: FormatSupport
  package let chrome: FormatSupport

  package init(
    apple: AppleAttachment? = nil, android: FormatSupport = .nowhere,
    chrome: FormatSupport = .nowhere
  ) { (self.apple, self.android, self.chrome) = (apple, android, chrome) }
}

/// How well a platform's clients show a format.
package enum FormatSupport: Hashable, Sendable {
  case everywhere
  /// On all versions in use, but not on old ones; which, in words that follow "which".
  case mostly(String)
  /// Only on some versions in use; which, in words that follow "which".
  case partly(String)
  case nowhere
}

/// A file type that Apple's systems attach to a notification.
package enum AppleAttachment: String, Hashable, Sendable, CaseIterable {
  case jpeg, gif, png
  /// MPEG-1 and MPEG-2.
  case mpeg
  case mpeg4, avi
  case aiff, wave, mp3, mpeg4Audio

  /// Lower case, without the dot.
  package var extensions: Set<String> { Self.table[self, default: []] }

  private static let table = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, Set(WordTable.formats.rows("attachment-\($0.rawValue)").joined())) })

  /// The system's type for a file without a type hint, only from its extension; nil where it refuses it.
  package init?(fileExtension: String) {
    let text = fileExtension.lowercased()
    guard let type = Self.allCases.first(where: { $0.extensions.contains(text) }) else { return nil }
    self = type
  }
}
