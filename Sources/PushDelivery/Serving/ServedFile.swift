import Findings
public import MediaFacts

/// A file that is served, and what its answers say of it.
public struct ServedFile: Hashable, Sendable {
  /// Its path below the folder that is served.
  public let path: String
  public let byteCount: Int
  public let digest: ContentDigest
  /// When it was last changed, in seconds since 1970.
  public let modified: Int64
  /// What its bytes are; nil when they are no picture or video that is known.
  public let format: MediaFormat?

  public init(path: String, byteCount: Int, digest: ContentDigest, modified: Int64, format: MediaFormat?) {
    self.path = path
    self.byteCount = byteCount
    self.digest = digest
    self.modified = modified
    self.format = format
  }

  /// The type of its bytes, whatever its name says. What is not known is no more than bytes.
  var mediaType: String { format?.mediaType ?? "application/octet-stream" }

  /// A strong validator: equal bytes have equal ones.
  var entityTag: EntityTag { EntityTag(digest.hex) }

  var lastModified: String { HTTPDate.text(secondsSince1970: modified) }

  /// What lies under a published name never changes; anything else may.
  var cacheControl: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return PublishedAsset.isName(name) ? PublishedAsset.cacheControl : "no-cache"
  }
}

/// A file whose name says that it is something else than its bytes are.
public struct MisnamedFile: Hashable, Sendable {
  /// Its path below the folder.
  public let path: String
  /// What its bytes are.
  public let format: MediaFormat?

  /// Nil when the name tells the truth, or claims nothing about pictures and videos.
  public init?(path: String, format: MediaFormat?) {
    guard MediaFormat.isMediaName(path), let dot = path.lastIndex(of: ".") else { return nil }
    let suffix = path[path.index(after: dot)...].lowercased()
    if let format, format.trueExtensions.contains(suffix) { return nil }
    (self.path, self.format) = (path, format)
  }
}

/// What lies at the path of a request.
public enum ServedContent: Hashable, Sendable {
  case file(ServedFile)
  case folder(ServedFolderPage)
  case missing
}

/// The page of a folder: links to what lies in it, so that nobody has to type a digest on a phone.
public struct ServedFolderPage: Hashable, Sendable {
  /// Its path below the folder that is served; empty for that folder itself.
  public let path: String
  /// The names in it that may be asked for; those of folders end in a slash.
  public let names: [String]
  /// Whether more lies in it than the page names.
  public let omitsNames: Bool

  /// The most names of a folder that are looked at for its page, the first in their order: nobody reads more on a phone, and whoever
  /// asks for pages over and over shall not cost a look at each of 100,000 files.
  public static let mostNames = 1000

  public init(path: String, names: [String], omitsNames: Bool = false) {
    (self.path, self.names, self.omitsNames) = (path, names, omitsNames)
  }

  private var remark: [XMLElement] {
    guard omitsNames else { return [] }
    let text = "Only the first \(Self.mostNames) names are shown. What else is here is served under its name."
    return [XMLElement("p", text: text)]
  }

  /// The whole page.
  var html: String {
    let base = "/" + (path.isEmpty ? "" : path + "/")
    let links = names.sorted().map { name in
      XMLElement("p", children: [XMLElement("a", [("href", URIText.encoded(path: base + name))], text: name)])
    }
    let head = XMLElement(
      "head",
      children: [
        XMLElement("meta", [("charset", "utf-8")]),
        XMLElement("meta", [("name", "viewport"), ("content", "width=device-width, initial-scale=1")]),
        XMLElement("title", text: base),
      ])
    let body = XMLElement("body", children: [XMLElement("h1", text: base)] + links + remark)
    let page = XMLElement("html", [("lang", "en")], children: [head, body])
    return (["<!DOCTYPE html>"] + page.lines()).joined(separator: "\n") + "\n"
  }
}
