import Findings
import MediaFacts
import PushDelivery
import Testing

/// The names and extensions that Apple's systems and FCM's library give to loaded files.
@Suite struct SuggestedFilenameTests {
  struct Row: Sendable {
    var path: String
    var type: String?
    var disposition: String?
    /// The name, and the extension after FCM's library.
    var name: String
    var fileExtension: String
    var attachment: AppleAttachment?

    init(
      _ path: String, _ type: String?, disposition: String? = nil, _ name: String, _ fileExtension: String,
      _ attachment: AppleAttachment?
    ) {
      self.path = path
      self.type = type
      self.disposition = disposition
      self.name = name
      self.fileExtension = fileExtension
      self.attachment = attachment
    }

    var header: HeaderFields {
      HeaderFields(
        (type.map { [HeaderField("content-type", $0)] } ?? [])
          + (disposition.map { [HeaderField("content-disposition", $0)] } ?? []))
    }
  }

  @Test(arguments: [
    Row("/a.jpg", "image/jpeg", "a.jpg", "jpg", .jpeg),
    Row("/a.JPG", "image/jpeg", "a.JPG", "JPG", .jpeg),
    Row("/a.jpg", "IMAGE/JPEG; charset=binary", "a.jpg", "jpg", .jpeg),
    Row("/a", "image/png", "a.png", "png", .png),
    Row("/a.jpg", "application/octet-stream", "a.jpg", "jpg", .jpeg),
    Row("/a", "application/octet-stream", "a", "", nil),
    Row("/a.jpg", "text/html", "a.jpg.html", "html", nil),
    Row("/a.jpg", "text/plain", "a.jpg", "jpg", .jpeg),
    Row("/a.jpg", "text/csv", "a.jpg.csv", "csv", nil),
    Row("/a.jpg", "application/msword", "a.jpg.doc", "doc", nil),
    Row("/a.jpg", "application/x-nobody-knows", "a.jpg", "jpg", .jpeg),
    Row("/a.jpg", "image/webp", "a.jpg.webp", "webp", nil),
    Row("/a.jpg", nil, "a.jpg", "jpg", .jpeg),
    Row("/a", nil, "a", "", nil),
    Row("/img.php?id=3.gif", "image/jpeg", "img.php.jpeg", "jpeg", .jpeg),
    Row("/o/images%2Fx.jpg?alt=media&token=0", "image/jpeg", "x.jpg", "jpg", .jpeg),
    Row("/a.jpg", "image/jpeg", disposition: "attachment; filename=\"download\"", "download.jpeg", "jpeg", .jpeg),
    Row("/a.jpg", "application/octet-stream", disposition: "attachment; filename=download", "download", "", nil),
    Row("/a", "application/octet-stream", disposition: "inline; filename=b.png", "b.png", "png", .png),
    Row("/a.jpg", "image/jpeg", disposition: "inline", "a.jpg", "jpg", .jpeg),
    // The library's own fallback, when nothing else gave an extension.
    Row("/a", "image/jpg", "a", "jpg", .jpeg),
    Row("/a", "image/x-something", "a", "x-something", nil),
    Row("/a", "video/x-something", "a", "", nil),
    Row("/a", "image/x/y", "a", "", nil),
    Row("/clip", "video/mp4", "clip.mp4", "mp4", .mpeg4),
    Row("/clip.m4v", "video/mp4", "clip.m4v.mp4", "mp4", .mpeg4),
    Row("/clip.mov", "video/quicktime", "clip.mov", "mov", nil),
    Row("/folder/a.gif/", "image/gif", "a.gif", "gif", .gif),
    Row("/.png", "image/png", ".png.png", "png", .png),
    Row("/a.", "image/png", "a..png", "png", .png),
    Row("", nil, "push.example.com", "com", nil),
    Row("/", "image/png", "push.example.com.png", "png", .png),
  ])
  func everyRow(_ row: Row) {
    let url = "https://push.example.com" + row.path
    #expect(SuggestedFilename.of(url, row.header) == row.name)
    let fileExtension = AppleAttachment.fileExtension(of: url, row.header)
    #expect(fileExtension == row.fileExtension)
    #expect(AppleAttachment(fileExtension: fileExtension) == row.attachment)
  }

  /// Without a path, a host that ends like a picture is the name.
  @Test func theHostMayLookLikeAPicture() {
    let url = "https://cdn.birthday-cake.png"
    #expect(SuggestedFilename.of(url, ["Content-Type": "image/png"]) == "cdn.birthday-cake.png")
    #expect(AppleAttachment.fileExtension(of: url, [:]) == "png")
  }

  @Test func addressesWithoutAnyName() {
    #expect(SuggestedFilename.of("https://[2606:4700::1]/", [:]) == "unknown")
    #expect(SuggestedFilename.of("not a URL", [:]) == "unknown")
  }

  @Test(arguments: [
    ("attachment; filename=a.jpg", "a.jpg"), ("attachment; filename=\"a b.jpg\"", "a b.jpg"),
    ("attachment;FileName = \"a\\\"b.jpg\" ; x=y", "a\"b.jpg"),
    ("attachment; filename=\"a.jpg\"; filename*=UTF-8''%E2%82%AC%20b.jpg", "€ b.jpg"),
    ("attachment; filename*=iso-8859-1'en'%A3.png; filename=c.png", "£.png"),
    ("attachment; filename*=koi8-r''%A3.png; filename=c.png", "c.png"),
    ("attachment; filename*=UTF-8''%FF; filename=c.png", "c.png"),
    ("attachment; filename=\"../../etc/a.jpg\"", "a.jpg"), ("attachment; filename=\"C:\\\\b\\\\a.jpg\"", "a.jpg"),
    ("inline", nil), ("attachment; filename=\"\"", nil), ("attachment; filename", nil),
    ("filename=a.jpg", nil), ("; filename=a.jpg; filename=b.jpg", "a.jpg"),
    ("attachment; filename=\"never closed.jpg", "never closed.jpg"),
    ("attachment; x=\"; filename=no\"; filename=a", "a"),
  ])
  func dispositions(_ value: String, _ name: String?) { #expect(ContentDisposition.fileName(in: value) == name) }

  @Test func everyAttachmentIsKnownByItsExtensions() {
    for type in AppleAttachment.allCases {
      for text in type.extensions { #expect(AppleAttachment(fileExtension: text.uppercased()) == type) }
    }
    for format in MediaFormat.allCases {
      guard let type = AppleAttachment(format) else { continue }
      #expect(!type.extensions.isDisjoint(with: format.trueExtensions))
    }
  }
}
