import Findings
import PushDelivery
import Testing

/// Addresses of pages, each with that of the file itself.
@Suite struct SharedPageTests {
  @Test(arguments: [
    (
      "https://firebasestorage.googleapis.com/v0/b/a.appspot.com/o/i/x.jpg?alt=media&token=1",
      "https://firebasestorage.googleapis.com/v0/b/a.appspot.com/o/i%2Fx.jpg?alt=media&token=1"
    ),
    (
      "https://firebasestorage.googleapis.com/v0/b/a.appspot.com/o/i%2Fx.jpg?token=1",
      "https://firebasestorage.googleapis.com/v0/b/a.appspot.com/o/i%2Fx.jpg?alt=media&token=1"
    ),
    ("https://github.com/a/b/blob/main/i/x.jpg", "https://raw.githubusercontent.com/a/b/main/i/x.jpg"),
    ("https://www.github.com/a/b/blob/v1/x.jpg", "https://raw.githubusercontent.com/a/b/v1/x.jpg"),
    ("https://gitlab.com/a/b/-/blob/main/x.jpg", "https://gitlab.com/a/b/-/raw/main/x.jpg"),
    ("https://bitbucket.org/a/b/src/main/x.jpg", "https://bitbucket.org/a/b/raw/main/x.jpg"),
    ("https://www.dropbox.com/s/a1/x.jpg?dl=0", "https://www.dropbox.com/s/a1/x.jpg?raw=1"),
    ("https://www.dropbox.com/scl/fi/a1/x.jpg?rlkey=b2&dl=0", "https://www.dropbox.com/scl/fi/a1/x.jpg?raw=1&rlkey=b2"),
    ("https://drive.google.com/file/d/1a/view?usp=sharing", "https://drive.google.com/uc?export=download&id=1a"),
    ("https://drive.google.com/open?id=1a", "https://drive.google.com/uc?export=download&id=1a"),
    ("https://storage.cloud.google.com/shop/i/x.jpg", "https://storage.googleapis.com/shop/i/x.jpg"),
    (
      "https://console.cloud.google.com/storage/browser/_details/shop/i/x.jpg;tab=live_object",
      "https://storage.googleapis.com/shop/i/x.jpg"
    ),
    ("https://imgur.com/a1b2", "https://i.imgur.com/a1b2.jpg"),
    ("https://commons.wikimedia.org/wiki/File:X.jpg", "https://commons.wikimedia.org/wiki/Special:FilePath/X.jpg"),
    ("https://s3.console.aws.amazon.com/s3/object/shop?prefix=i/x.jpg", "https://shop.s3.amazonaws.com/i/x.jpg"),
    (
      "gs://shop.appspot.com/i/x.jpg",
      "https://firebasestorage.googleapis.com/v0/b/shop.appspot.com/o/i%2Fx.jpg?alt=media"
    ),
    ("https://static.example.org/x.jpg?a=1&amp;b=2", "https://static.example.org/x.jpg?a=1&b=2"),
  ])
  func namesTheAddressThatWorks(url: String, file: String) {
    let found = findings(url)
    #expect(found.contains { $0.remedy.hasPrefix("write \(file)") }, "\(found.map(\.remedy))")
    #expect(!findings(file).contains { $0.rule.rawValue == "url.page" })
  }

  @Test(arguments: [
    "https://photos.app.goo.gl/a1", "https://imgur.com/gallery/a1", "https://1drv.ms/i/a1",
    "https://console.firebase.google.com/project/a/storage/b/files",
  ])
  func pagesOfUnknownFilesAreNamed(url: String) { #expect(findings(url).map(\.rule.rawValue).contains("url.page")) }

  @Test(arguments: [
    "https://github.com/a/b/raw/main/x.jpg", "https://github.com/a/b/blob/main/x.jpg?raw=true",
    "https://dl.dropboxusercontent.com/s/a1/x.jpg", "https://www.dropbox.com/s/a1/x.jpg?dl=1",
    "https://i.imgur.com/a1.jpg", "https://storage.googleapis.com/shop/x.jpg",
    "https://github.example.org/a/b/blob/c/x.jpg",
    "https://firebasestorage.googleapis.com/v0/b/a.appspot.com/o/x.jpg?alt=media",
  ])
  func filesAreNoPages(url: String) { #expect(findings(url).map(\.rule.rawValue).filter { $0 == "url.page" } == []) }

  private func findings(_ url: String) -> [Diagnostic] {
    URLRules.all.diagnostics(about: .init(.url, url), in: URLCandidate(url))
  }
}
