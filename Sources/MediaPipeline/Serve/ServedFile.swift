import ContactSheet
import Findings
package import MediaFacts
import PushDelivery

/// A file that is served, and what its answers say of it.
package struct ServedFile: Hashable, Sendable {
  /// Its path below the folder that is served.
  package let path: String
  package let byteCount: Int
  package let digest: ContentDigest
  /// When it was last changed, in seconds since 1970.
  package let modified: Int64
  /// What its bytes are; nil when they are no picture or video that is known.
  package let format: MediaFormat?

  package init(path: String, byteCount: Int, digest: ContentDigest, modified: Int64, format: MediaFormat?) {
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
package struct MisnamedFile: Hashable, Sendable {
  /// Its path below the folder.
  package let path: String
  /// What its bytes are.
  package let format: MediaFormat?

  /// Nil when the name tells the truth, or claims nothing about pictures and videos.
  package init?(path: String, format: MediaFormat?) {
    guard MediaFormat.isMediaName(path), let dot = path.lastIndex(of: ".") else { return nil }
    let suffix = path[path.index(after: dot)...].lowercased()
    if let format, format.trueExtensions.contains(suffix) { return nil }
    (self.path, self.format) = (path, format)
  }
}

/// What lies at the path of a request.
package enum ServedContent: Hashable, Sendable {
  case file(ServedFile)
  case folder(ServedFolderPage)
  case missing
}

/// The page of a folder: links to what lies in it, so that nobody has to type a digest on a phone.
package struct ServedFolderPage: Hashable, Sendable {
  /// Its path below the folder that is served; empty for that folder itself.
  package let path: String
  /// The names in it that may be asked for; those of folders end in a slash.
  package let names: [String]
  /// Whether more lies in it than the page names.
  package let omitsNames: Bool

  /// The most names of a folder that are looked at for its page, the first in their order: nobody reads more on a phone, and whoever
  /// asks for pages over and over shall not cost a look at each of 100,000 files.
  package static let mostNames = 1000

  package init(path: String, names: [String], omitsNames: Bool = false) {
    (self.path, self.names, self.omitsNames) = (path, names, omitsNames)
  }

  /// The whole page.
  var html: String {
    let base = "/" + (path.isEmpty ? "" : path + "/")
    return HTML.document(
      HTML.tag("html", ["lang": "en"]) {
        HTML.tag("head") {
          HTML.void("meta", ["charset": "utf-8"])
          HTML.void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
          HTML.tag("title") { base }
        }
        HTML.tag("body") {
          HTML.tag("h1") { base }
          for name in names.sorted() {
            HTML.tag("p") { HTML.tag("a", ["href": URIText.encoded(path: base + name)]) { name } }
          }
          if omitsNames {
            HTML.tag("p") {
              "Only the first \(Self.mostNames) names are shown. Other files are served under their names."
            }
          }
        }
      }
    ).text
  }
}
