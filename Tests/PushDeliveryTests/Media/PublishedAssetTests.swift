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
}
