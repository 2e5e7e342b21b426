import Findings
package import MediaFacts
import PushDelivery
import Synchronization
import SystemPackage

/// A folder whose files are served. Hidden names and everything outside of it, even through links, count as missing.
package final class ServedFolder: Sendable {
  /// With every link resolved.
  package let path: String
  /// The picture formats that are served with their types.
  private let formats: [PictureFormat]
  /// Digests by location: they are computed once, not for every request.
  private let digests = Mutex<[String: (state: FileState, digest: ContentDigest)]>([:])

  package init(_ path: String, formats: [PictureFormat] = PictureFormat.allCases) throws(FileSystemError) {
    let resolved = try FileSystem.canonicalPath(path, to: "open the folder")
    guard FileSystem.kind(of: resolved) == .folder else {
      throw FileSystemError("open the folder", path, .notDirectory)
    }
    (self.path, self.formats) = (resolved, formats)
  }

  /// The content at a request's path.
  package func content(at path: RequestPath) -> ServedContent {
    guard let location = location(of: path) else { return .missing }
    switch FileSystem.kind(of: location) {
    case .folder: return .folder(page(of: path, at: location))
    case .file where !path.isFolder: return file(path.relative, at: location).map { .file($0) } ?? .missing
    default: return .missing
    }
  }

  /// The response to a request, with its open file, if any. The caller closes it.
  func answer(to request: ServedRequest) -> (ServedResponse, FileDescriptor?) {
    let path = RequestPath(target: request.target)
    let response = ServedResponse(to: request, content: path.map(content) ?? .missing)
    guard case .part = response.body else { return (response, nil) }
    let file = path.flatMap(location).flatMap { try? FileReading.open($0) }
    // It may be gone now.
    return (file == nil ? ServedResponse(to: request, content: .missing) : response, file)
  }

  /// The location of a request's file; nil if nothing that may be served is there.
  package func location(of path: RequestPath) -> String? {
    guard let resolved = FileSystem.canonicalPath(self.path + "/" + path.relative) else { return nil }
    let root = self.path == "/" ? "/" : self.path + "/"
    guard resolved != self.path else { return resolved }
    guard resolved.hasPrefix(root) else { return nil }
    // A link may lead to a hidden file in the folder.
    let isHidden = resolved.dropFirst(root.count).split(separator: "/").contains { $0.hasPrefix(".") }
    return isHidden ? nil : resolved
  }

  /// Every file at any depth whose name does not match its bytes, in the order of paths.
  package func misnamedFiles() -> [MisnamedFile] {
    files(below: RequestPath.root, depth: 0).sorted().compactMap { relative in
      let start = try? FileReading.start(of: path + "/" + relative, count: SniffedFormat.neededByteCount)
      return start.flatMap { .init(path: relative, format: SniffedFormat(firstBytes: $0, among: formats).format) }
    }
  }

  /// Links may form a ring, so the depth is limited.
  private func files(below folder: RequestPath, depth: Int) -> [String] {
    guard depth < 16, let location = location(of: folder) else { return [] }
    return servedNames(Self.entries(of: location), in: folder).flatMap { (name) -> [String] in
      guard let path = folder.appending(name) else { return [] }
      return path.isFolder ? files(below: path, depth: depth + 1) : [path.relative]
    }
  }

  /// Names that are not on the page are not looked up: it is made again for each request.
  private func page(of folder: RequestPath, at location: String) -> ServedFolderPage {
    let entries = Self.entries(of: location).sorted()
    let shown = entries.prefix(ServedFolderPage.mostNames)
    return ServedFolderPage(
      path: folder.relative, names: servedNames(shown, in: folder), omitsNames: shown.count < entries.count)
  }

  /// Without hidden ones.
  private static func entries(of location: String) -> [String] {
    ((try? FileSystem.entries(of: location)) ?? []).compactMap { entry in
      if case .name(let name) = entry, !name.hasPrefix(".") { name } else { nil }
    }
  }

  /// The names that may be requested; those of folders get a slash at their end.
  private func servedNames(_ names: some Sequence<String>, in folder: RequestPath) -> [String] {
    names.compactMap { name in
      guard let target = folder.appending(name).flatMap(location) else { return nil }
      switch FileSystem.kind(of: target) {
      case .file: return name
      case .folder: return name + "/"
      default: return nil
      }
    }
  }

  private func file(_ relative: String, at location: String) -> ServedFile? {
    guard let state = try? FileSystem.state(of: location), let digest = digest(of: state, at: location),
      let start = try? FileReading.start(of: location, count: SniffedFormat.neededByteCount)
    else { return nil }
    return ServedFile(
      path: relative, byteCount: state.byteCount, digest: digest, modified: Int64(state.seconds),
      format: SniffedFormat(firstBytes: start, among: formats).format)
  }

  private func digest(of state: FileState, at location: String) -> ContentDigest? {
    if let known = digests.withLock({ $0[location] }), known.state == state { return known.digest }
    guard let digest = try? ContentDigest.read(location, limit: state.byteCount).digest else { return nil }
    digests.withLock { $0[location] = (state, digest) }
    return digest
  }
}

/// A served file and its header values.
package struct ServedFile: Hashable {
  /// Its path below the served folder.
  package let path: String
  package let byteCount: Int
  package let digest: ContentDigest
  /// Its last change, in seconds since 1970.
  package let modified: Int64
  /// The format of its bytes; nil if they are not a known picture or video.
  package let format: MediaFormat?

  package init(path: String, byteCount: Int, digest: ContentDigest, modified: Int64, format: MediaFormat?) {
    (self.path, self.byteCount, self.digest) = (path, byteCount, digest)
    (self.modified, self.format) = (modified, format)
  }

  /// The type of its bytes, whatever its name. Unknown formats are plain bytes.
  package var mediaType: String { format?.mediaType ?? "application/octet-stream" }

  /// A strong validator: equal bytes have equal ones.
  package var entityTag: String { "\"\(digest.hex)\"" }

  package var lastModified: String { HTTPDate.text(secondsSince1970: modified) }

  /// The file under a published name never changes; others may.
  package var cacheControl: String {
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
package enum ServedContent: Hashable {
  case file(ServedFile)
  case folder(ServedFolderPage)
  case missing
}

/// A folder's page: links to its contents, so that you need not type a digest on a phone.
package struct ServedFolderPage: Hashable {
  /// Its path below the served folder; empty for that folder itself.
  package let path: String
  /// The names in it that may be requested; those of folders end in a slash.
  package let names: [String]
  /// Whether the folder has more names.
  package var omitsNames: Bool

  package init(path: String, names: [String], omitsNames: Bool = false) {
    (self.path, self.names, self.omitsNames) = (path, names, omitsNames)
  }

  /// The maximum number of names on a folder's page, the first in order: a phone's user reads no more, and repeated requests must not cost
  /// a look at each of 100,000 files.
  package static let mostNames = 1000

  /// The whole page.
  package var html: String {
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
            HTML.tag("p") { HTML.tag("a", ["href": PercentEncoding.path(base + name)]) { name } }
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
