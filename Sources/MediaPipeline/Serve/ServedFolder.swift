import Findings
package import MediaFacts
import PushDelivery
import SystemPackage

/// A folder whose files are served. Hidden names and everything outside of it, even through links, count as missing.
package struct ServedFolder: Sendable {
  /// With every link resolved.
  package let path: String
  /// The picture formats that are served with their types.
  private let formats: [PictureFormat]

  package init(_ path: String, formats: [PictureFormat] = PictureFormat.allCases) throws(FileSystemError) {
    let resolved = try FileSystem.canonicalPath(path, to: "open the folder")
    guard FileSystem.kind(of: resolved) == .folder else {
      throw FileSystemError("open the folder", path, .notDirectory)
    }
    (self.path, self.formats) = (resolved, formats)
  }

  /// The response to a request.
  package func response(to request: ServedRequest) -> ServedResponse {
    guard ["GET", "HEAD"].contains(request.method) else {
      return ServedResponse(
        405, page: "only GET and HEAD are answered here\n", extra: [HeaderField("Allow", "GET, HEAD")])
    }
    let full = RequestPath(target: request.target).flatMap { path in content(at: path, request) }
    return (full ?? ServedResponse(404, page: "there is nothing here\n")).fitting(request)
  }

  private func content(at path: RequestPath, _ request: ServedRequest) -> ServedResponse? {
    guard let location = location(of: path.names) else { return nil }
    switch FileSystem.kind(of: location) {
    case .folder: return ServedResponse(200, page: page(of: path.names, at: location), type: "text/html; charset=utf-8")
    case .file(let byteCount) where !path.isFolder:
      guard let start = try? FileReading.start(of: location, count: SniffedFormat.neededByteCount) else { return nil }
      let format = SniffedFormat(firstBytes: start, among: formats).format
      return ServedResponse(
        file: location, name: path.names.last ?? "", byteCount, format, request.range(of: byteCount))
    default: return nil
    }
  }

  /// The location of some names; nil if nothing that may be served is there.
  private func location(of names: [String]) -> String? {
    guard let resolved = FileSystem.canonicalPath(path + "/" + names.joined(separator: "/")) else { return nil }
    let root = path == "/" ? "/" : path + "/"
    guard resolved != path else { return resolved }
    guard resolved.hasPrefix(root) else { return nil }
    // A link may lead to a hidden file in the folder.
    let isHidden = resolved.dropFirst(root.count).split(separator: "/").contains { $0.hasPrefix(".") }
    return isHidden ? nil : resolved
  }

  /// The most names on a page, the first in order: a phone's user reads no more, and repeated requests must not cost a look at each of
  /// 100,000 files.
  private static let mostNames = 1000

  /// A folder's page: links to its contents, so that you need not type a digest on a phone.
  private func page(of folder: [String], at location: String) -> String {
    let names = FileSystem.names(in: location).filter(RequestPath.isAllowed).sorted()
    let base = "/" + folder.map { $0 + "/" }.joined()
    return HTML.document(
      HTML.tag("html", ["lang": "en"]) {
        HTML.tag("head") {
          HTML.void("meta", ["charset": "utf-8"])
          HTML.void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
          HTML.tag("title") { base }
        }
        HTML.tag("body") {
          HTML.tag("h1") { base }
          for name in names.prefix(Self.mostNames).compactMap({ linked($0, in: folder) }) {
            HTML.tag("p") { HTML.tag("a", ["href": PercentEncoding.path(base + name)]) { name } }
          }
          if names.count > Self.mostNames {
            HTML.tag("p") {
              "Only the first \(Self.mostNames) names are shown. Other files are served under their names."
            }
          }
        }
      }
    ).text
  }

  /// A name that may be requested; that of a folder gets a slash at its end.
  private func linked(_ name: String, in folder: [String]) -> String? {
    switch location(of: folder + [name]).map(FileSystem.kind) {
    case .file: name
    case .folder: name + "/"
    default: nil
    }
  }
}
