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

/// Text as letters and digits of ASCII, for names in URLs.
package enum ASCIIFolding {
  /// Letters lose their accents, ligatures and letters and digits of full width or in circles become plain ones, and all else a hyphen: for
  /// Latin the compatibility decomposition (NFKD, https://www.unicode.org/reports/tr15/), lower case, without marks. The standard library
  /// has no such decomposition, so the part of it that names of files need is here.
  package static func folded(_ text: String) -> String {
    text.lowercased().unicodeScalars.reduce(into: "") { folded, scalar in
      switch scalar {
      case "a"..."z", "0"..."9": folded.unicodeScalars.append(scalar)
      case _ where scalar.properties.generalCategory == .nonspacingMark: break
      default: folded += table[scalar] ?? "-"
      }
    }
  }

  private static let table: [Unicode.Scalar: String] = letters.reduce(into: words) { table, row in
    for (offset, letter) in row.letters.enumerated() where letter != "-" {
      if let scalar = Unicode.Scalar(row.first + UInt32(offset)) { table[scalar] = String(letter) }
    }
  }

  /// Those that become several letters, and letters that Unicode does not decompose.
  private static let words: [Unicode.Scalar: String] = [
    "ß": "ss", "ø": "o", "æ": "ae", "ǣ": "ae", "ǽ": "ae", "œ": "oe", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ı": "i",
    "ħ": "h", "ŧ": "t", "ŋ": "n", "ĳ": "ij", "ŀ": "l-", "ŉ": "-n", "ǆ": "dz", "ǳ": "dz", "ǉ": "lj", "ǌ": "nj",
    "ẚ": "a-", "¼": "1-4", "½": "1-2", "¾": "3-4", "№": "no", "™": "tm", "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi",
    "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st",
  ]

  /// The results for scalars from the first one on, one letter each (UnicodeData.txt of Unicode 14), or a hyphen.
  private static let letters: [(first: UInt32, letters: String)] = [
    (0xAA, "a-------23-----1o"),
    (
      0xE0,
      "aaaaaa-ceeeeiiii-nooooo--uuuuy-y-a-a-a-c-c-c-c-d---e-e-e-e-e-g-g-g-g-h---i-i-i-i-----j-k--l-l-l-----"
        + "n-n-n----o-o-o---r-r-r-s-s-s-s-t-t---u-u-u-u-u-u-w-y--z-z-zs"
    ),
    (0x1A1, "o"), (0x1B0, "u"),
    (0x1CE, "a-i-o-u-u-u-u-u--a-a-----g-k-o-o--j----g---n-a---o-a-a-e-e-i-i-o-o-r-r-u-u-s-t---h-------a-e-o-o-o-o-y"),
    (
      0x1E01,
      "a-b-b-b-c-d-d-d-d-d-e-e-e-e-e-f-g-h-h-h-h-h-i-i-k-k-k-l-l-l-l-m-m-m-n-n-n-n-o-o-o-o-p-p-r-r-r-r-s-s-"
        + "s-s-s-t-t-t-t-u-u-u-u-u-v-v-w-w-w-w-w-x-x-y-z-z-zhtwy-s-----a-a-a-a-a-a-a-a-a-a-a-a-e-e-e-e-e-e-e-e-"
        + "i-i-o-o-o-o-o-o-o-o-o-o-o-o-u-u-u-u-u-u-u-y-y-y-y"
    ),
    (0x2460, "123456789"), (0xFF10, "0123456789"), (0xFF41, "abcdefghijklmnopqrstuvwxyz"),
  ]
}
