import Findings
import MediaFacts
import PushDelivery
import Testing

/// The names and extensions that Apple's systems and FCM's library give to loaded files.
@Suite struct SuggestedFilenameTests {
  @Test(arguments: TextRow.table("names of files", in: "Clients")) func everyRow(_ row: TextRow) {
    let url = "https://push.example.com" + row[0]
    let fields = [
      row.cells[1].map { HeaderField("content-type", $0) }, row.cells[2].map { HeaderField("content-disposition", $0) },
    ]
    let header = HeaderFields(fields.compactMap(\.self))
    #expect(SuggestedFilename.of(url, header) == row[3])
    let fileExtension = AppleAttachment.fileExtension(of: url, header)
    #expect(fileExtension == row[4])
    #expect(AppleAttachment(fileExtension: fileExtension).map { "\($0)" } == row.cells[5])
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

  @Test(arguments: TextRow.table("dispositions", in: "Clients")) func dispositions(_ row: TextRow) {
    #expect(ContentDisposition.fileName(in: row[0]) == row.cells[1])
  }

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
