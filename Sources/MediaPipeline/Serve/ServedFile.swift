import ContactSheet
import Findings
package import MediaFacts
import PushDelivery

/// A served file and its header values.
package struct ServedFile: Hashable, Sendable {
  /// Its path below the served folder.
  package let path: String
  package let byteCount: Int
  package let digest: ContentDigest
  /// Its last change, in seconds since 1970.
  package let modified: Int64
  /// The format of its bytes; nil if they are not a known picture or video.
  package let format: MediaFormat?

  package init(path: String, byteCount: Int, digest: ContentDigest, modified: Int64, format: MediaFormat?) {
    (self.path, self.byteCount, self.digest, self.modified, self.format) = (path, byteCount, digest, modified, format)
  }

  /// The type of its bytes, whatever its name. Unknown formats are plain bytes.
  var mediaType: String { format?.mediaType ?? "application/octet-stream" }

  /// A strong validator: equal bytes have equal ones.
  var entityTag: EntityTag { EntityTag(digest.hex) }

  var lastModified: String { HTTPDate.text(secondsSince1970: modified) }

  /// The file under a published name never changes; others may.
  var cacheControl: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return PublishedAsset.isName(name) ? PublishedAsset.cacheControl : "no-cache"
  }
}

/// A file whose name does not match its bytes.
package struct MisnamedFile: Hashable, Sendable {
  /// Its path below the folder.
  package let path: String
  /// Its bytes' format.
  package let format: MediaFormat?

  /// Nil if the name is right, or does not claim a picture or video.
  package init?(path: String, format: MediaFormat?) {
    guard MediaFormat.isMediaName(path), let dot = path.lastIndex(of: ".") else { return nil }
    let suffix = path[path.index(after: dot)...].lowercased()
    if let format, format.trueExtensions.contains(suffix) { return nil }
    (self.path, self.format) = (path, format)
  }
}

/// The content at a request's path.
package enum ServedContent: Hashable, Sendable {
  case file(ServedFile)
  case folder(ServedFolderPage)
  case missing
}

/// A folder's page: links to its contents, so that you need not type a digest on a phone.
package struct ServedFolderPage: Hashable, Sendable {
  /// Its path below the served folder; empty for that folder itself.
  package let path: String
  /// The names in it that may be requested; those of folders end in a slash.
  package let names: [String]
  /// Whether the folder has more names.
  package let omitsNames: Bool

  /// The maximum number of names on a folder's page, the first in order: a phone's user reads no more, and repeated requests must not cost
  /// a look at each of 100,000 files.
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
