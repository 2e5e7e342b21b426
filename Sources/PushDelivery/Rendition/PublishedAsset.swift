public import MediaFacts

/// Bytes at a URL. Its name contains a digest of its bytes, so they never change and may be cached forever.
public struct PublishedAsset: Hashable, Sendable {
  /// The name in its destination: `<slug>.<12 digits of the digest>.<true extension>`.
  public let name: String
  /// The URL from which clients load it.
  public let url: String
  /// False if equal bytes were there already.
  public let wasWritten: Bool

  /// How many digits of the digest a name contains.
  public static let digestLength = 12

  public init(name: String, url: String, wasWritten: Bool) {
    (self.name, self.url, self.wasWritten) = (name, url, wasWritten)
  }

  /// The name under which a rendition of a source is published.
  public static func name(slug: String, rendition: some PublishableRendition) -> String {
    name(slug: slug, digest: rendition.digest, format: rendition.mediaFormat)
  }

  /// The name under which bytes of this digest and format are published.
  public static func name(slug: String, digest: ContentDigest, format: MediaFormat) -> String {
    "\(slug).\(digest.short).\(format.fileExtension)"
  }

  /// Whether a file's name has the form of `name(slug:rendition:)`, so that the file is shown as it is.
  public static func isName(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, Slug(String(parts[0])).text == parts[0] else { return false }
    let isDigest =
      parts[1].utf8.count == digestLength && parts[1].utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    return isDigest && MediaFormat.allCases.contains { $0.fileExtension == parts[2] }
  }
}

// Unicode decomposition is not in FoundationEssentials.

/// A name of lower-case ASCII letters, digits and single hyphens, safe in URLs and on every file system.
public struct Slug: Hashable, Sendable, CustomStringConvertible {
  /// The most characters of a slug.
  public static let maximumLength = 60

  /// The longest text that is read, in Unicode scalars: no path is longer.
  private static let examinedLength = 4096

  /// 1 to `maximumLength` characters `a`-`z`, `0`-`9` and `-`, without a hyphen at either end or two in a row.
  public let text: String

  /// The slug of any text. Letters lose their accents; a character without an ASCII form becomes a hyphen; an empty slug becomes `image`.
  public init(_ text: String) {
    let start = String(text.unicodeScalars.prefix(Self.examinedLength))
    self.text = Self.hyphenated(start, maximumLength: Self.maximumLength)
  }

  /// The slug of a path without its file extension.
  public init(path: String) { self.init(String(Self.withoutExtension(path))) }

  private init(stem: Slug, number: Int) {
    let suffix = "-\(number)"
    text = Self.hyphenated(stem.text, maximumLength: Self.maximumLength - suffix.utf8.count) + suffix
  }

  /// This slug, or the first of `-2`, `-3`, … that is not among `taken`.
  public func unique(among taken: Set<Slug>) -> Slug {
    guard taken.contains(self) else { return self }
    var number = 2
    while taken.contains(Slug(stem: self, number: number)) { number += 1 }
    return Slug(stem: self, number: number)
  }

  public var description: String { text }

  private static func hyphenated(_ text: String, maximumLength: Int) -> String {
    var slug = ""
    for character in ASCIIFolding.folded(text) {
      if slug.utf8.count == maximumLength { break }
      if character != "-" || !slug.isEmpty && !slug.hasSuffix("-") { slug.append(character) }
    }
    if slug.hasSuffix("-") { slug.removeLast() }
    return slug.isEmpty ? "image" : slug
  }

  /// An extension is one to five ASCII letters and digits after the last dot of the last component.
  private static func withoutExtension(_ path: String) -> Substring {
    guard let dot = path.lastIndex(of: "."), dot != path.startIndex, path[path.index(before: dot)] != "/" else {
      return path[...]
    }
    let suffix = path[path.index(after: dot)...]
    let isExtension = (1...5).contains(suffix.count) && suffix.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return isExtension ? path[..<dot] : path[...]
  }
}
