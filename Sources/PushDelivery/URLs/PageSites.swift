import Findings
import MediaFacts

// Sites whose URLs are pages for people, and whose files are on other hosts.
extension SharedPage {
  /// The page of a site at URLs that do not give the file's own.
  ///
  /// - Parameter host: in lower case.
  /// - Returns: nil for any other URL, and for one with the extension of a picture or video.
  static func site(of url: StrictURL, host: String) -> SharedPage? {
    guard url.path.count > 1, url.pathExtension.map({ MediaFormat.withExtension($0).isEmpty }) ?? true else {
      return nil
    }
    let names = ["www.", "m.", "mobile."].filter { host.hasPrefix($0) }.map { host.dropFirst($0.count) } + [host[...]]
    let site = names.compactMap { sites[String($0)] }.first
    if let site, site.paths.isEmpty || site.paths.contains(where: url.path.contains) {
      return SharedPage("a page of \(site.name)", file: nil)
    }
    // Its sharing links: `/:i:/s/team/…`.
    let isShared =
      host.hasSuffix(".sharepoint.com") && url.path.hasPrefix("/:") && url.query?.contains("download=1") != true
    return isShared ? SharedPage("a page of SharePoint", file: nil) : nil
  }

  /// A file page of a Wikimedia wiki, in any language: `/wiki/Datei:X.jpg`.
  static func wikiPage(of url: StrictURL, host: String) -> SharedPage? {
    let isCommons = ["commons.wikimedia.org", "commons.m.wikimedia.org"].contains(host)
    guard isCommons || host.hasSuffix(".wikipedia.org") else { return nil }
    let parts = url.path.split(separator: "/")
    // The file's own URL has one more part: `/wiki/Special:FilePath/X.jpg`.
    guard parts.count == 2, parts[0] == "wiki" else { return nil }
    let name = parts[1].firstIndex(of: ":").map { parts[1][parts[1].index(after: $0)...] }
    let isFile = url.pathExtension.map { !MediaFormat.withExtension($0).isEmpty } ?? false
    return SharedPage(
      "a page of \(isCommons ? "Wikimedia Commons" : "Wikipedia")",
      file: isFile ? name.map { "https://\(host)/wiki/Special:FilePath/\($0)" } : nil)
  }

  /// By host: parts of the path of such a page, and the site's name. Without parts, every path is one.
  private static let sites = Dictionary(
    uniqueKeysWithValues: WordTable.addresses.rows("site", most: 3).map { row in
      (row[0], (paths: row[1] == "-" ? [] : row[1].split(separator: ",").map(String.init), name: row[2]))
    })
}
