import PushDelivery
import TestSupport
import Testing

@Suite struct PublishedAssetTests {
  @Test func isNamedByItsBytes() throws {
    let jpeg = try RenditionExample.rendition()
    #expect(PublishedAsset.name(slug: "spring-sale", rendition: jpeg) == "spring-sale.0123456789ab.jpg")
    let png = try RenditionExample.rendition(minimalPNG(width: 16, height: 8))
    #expect(PublishedAsset.name(slug: "logo", rendition: png) == "logo.0123456789ab.png")
  }

  @Test(arguments: ["jpg", "png", "gif", "mp4"]) func knowsItsOwnNames(fileExtension: String) {
    #expect(PublishedAsset.isName("spring-sale-2.0123456789ab." + fileExtension))
  }

  @Test(arguments: [
    "spring-sale.jpg", "0123456789ab.jpg", "spring-sale.0123456789AB.jpg", "spring-sale.0123456789abc.jpg",
    "spring-sale.0123456789a.jpg", "Spring.0123456789ab.jpg", "a--b.0123456789ab.jpg", ".0123456789ab.jpg",
    "a.b.0123456789ab.jpg", "spring-sale.0123456789ab.jpeg", "spring-sale.0123456789ab.txt", "spring-sale.0123456789ab",
    "x/spring-sale.0123456789ab.jpg",
  ])
  func knowsTheNamesOfOthers(name: String) { #expect(!PublishedAsset.isName(name)) }
}
