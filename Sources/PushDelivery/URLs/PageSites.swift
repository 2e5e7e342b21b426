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
    let site = sites.first { site in names.contains { site.hosts.contains(String($0)) } }
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

  private struct Site: Sendable {
    let name: String
    /// Also after `www.`, `m.` and `mobile.`.
    let hosts: Set<String>
    /// A part of such a page's path; empty if every path is one.
    let paths: [String]

    init(_ name: String, _ hosts: Set<String>, _ paths: String...) {
      self.name = name
      self.hosts = hosts
      self.paths = paths
    }
  }

  private static let sites = [
    Site("Giphy", ["giphy.com"], "/gifs/", "/stickers/", "/clips/"), Site("Tenor", ["tenor.com"], "/view/"),
    Site("ImgBB", ["ibb.co", "imgbb.com"]), Site("Postimages", ["postimg.cc", "postimages.org"]),
    Site("Lightshot", ["prnt.sc"]),
    Site("YouTube", ["youtube.com"], "/watch", "/shorts/", "/embed/"), Site("YouTube", ["youtu.be"]),
    Site("Vimeo", ["vimeo.com"]), Site("Google's search", ["google.com"], "/imgres", "/search", "/url"),
    Site("Facebook", ["facebook.com"], "/photo", "/posts/", "/watch"),
    Site("Instagram", ["instagram.com"], "/p/", "/reel/"), Site("X", ["x.com", "twitter.com"], "/status/"),
    Site("LinkedIn", ["linkedin.com"], "/posts/", "/feed/", "/pulse/"), Site("Pinterest", ["pinterest.com"], "/pin/"),
    Site("Pexels", ["pexels.com"], "/photo/"),
    Site("Pixabay", ["pixabay.com"], "/photos/", "/illustrations/", "/vectors/"),
    Site("Shutterstock", ["shutterstock.com"], "/image-"), Site("Canva", ["canva.com"], "/design/"),
    Site("Figma", ["figma.com"], "/file/", "/design/", "/proto/", "/board/"), Site("iCloud", ["share.icloud.com"]),
    Site("Cloudinary's console", ["console.cloudinary.com"]), Site("WeTransfer", ["we.tl", "wetransfer.com"]),
    Site("Notion", ["notion.so", "notion.site"]), Site("Unsplash", ["unsplash.com"], "/photos/"),
    Site("Behance", ["behance.net"], "/gallery/"), Site("Dribbble", ["dribbble.com"], "/shots/"),
    Site("Adobe Stock", ["stock.adobe.com"]), Site("iStock", ["istockphoto.com"], "/photo/", "/vector/"),
    Site("Getty Images", ["gettyimages.com"], "/detail/"), Site("Freepik", ["freepik.com"]),
    Site("Reddit", ["reddit.com"], "/comments/"), Site("TikTok", ["tiktok.com"], "/photo/", "/video/"),
    Site("Threads", ["threads.net", "threads.com"], "/post/"), Site("Bluesky", ["bsky.app"], "/post/"),
    Site("Telegram", ["t.me"]), Site("Yandex Disk", ["disk.yandex.ru", "disk.yandex.com", "yadi.sk"]),
    Site("MEGA", ["mega.nz"]), Site("MediaFire", ["mediafire.com"], "/file/"), Site("Box", ["app.box.com"], "/s/"),
    Site("Gyazo", ["gyazo.com"]),
  ]
}
