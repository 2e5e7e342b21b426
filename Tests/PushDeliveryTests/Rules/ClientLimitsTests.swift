import Findings
import PushDelivery
import Testing

@Suite struct ClientLimitsTests {
  @Test(arguments: ClientLimit.allCases) func isANumberWithASource(_ limit: ClientLimit) {
    #expect(limit.value > 0)
    #expect(!limit.reason.isEmpty)
    #expect(limit.source.contains("/"))
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
    #expect(ClientLimit.androidImageBytes.value == 1_048_576)
  }
}
