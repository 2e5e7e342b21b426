import Findings
import PushDelivery
import Testing

@Suite struct ClientLimitsTests {
  static let all: [(ClientLimit, Int)] = [
    (.composerImageBytes, 300_000), (.androidImageBytes, 1_048_576), (.appleImageBytes, 10_000_000),
    (.androidVisibleWidth, 1664), (.androidVisibleHeight, 1136), (.payloadBytes, 4096), (.topicPayloadBytes, 2048),
    (.apnsHeadroomBytes, 300), (.topicNameCharacters, 900), (.conditionTopics, 5), (.comfortableImageBytes, 200_000),
    (.comfortableMovieBytes, 5_000_000), (.androidDownloadSeconds, 5), (.androidLargestSide, 4096),
    (.androidPixels, 16_000_000), (.webVisibleWidth, 1800), (.webVisibleHeight, 900), (.recommendedWidth, 512),
    (.vendorMinimumWidth, 300), (.recommendedAspect, 2), (.aspectTolerance, 10), (.appleMovieBytes, 50_000_000),
    (.appleExtensionSeconds, 30), (.titleLetters, 50), (.appleTextLetters, 160), (.appleTextLettersBesidePicture, 130),
    (.androidRedirects, 20), (.appleRedirects, 16), (.webRedirects, 20), (.webDownloadSeconds, 90),
  ]

  @Test(arguments: all) func isAKnownNumberWithASource(_ limit: ClientLimit, _ value: Int) {
    #expect(limit.value == value)
    #expect(!limit.reason.isEmpty)
    #expect(limit.source.hasPrefix("https://") || limit.source.contains("/"))
  }

  /// 416 x 284 dp at the densest screens' four pixels each.
  @Test func visibleSizeIsFourPixelsADip() {
    #expect(ClientLimit.androidVisibleWidth.value == 416 * 4)
    #expect(ClientLimit.androidVisibleHeight.value == 284 * 4)
  }

  @Test func composerIsTheStrictest() {
    #expect(ClientLimit.composerImageBytes.value < ClientLimit.androidImageBytes.value)
    #expect(ClientLimit.androidImageBytes.value < ClientLimit.appleImageBytes.value)
    #expect(ClientLimit.topicPayloadBytes.value < ClientLimit.payloadBytes.value)
  }
}
