import Findings
import MediaFacts
import PushDelivery
import TestSupport
import Testing

@Suite struct CampaignFocalPointTests {
  private func message(
    _ point: FocalPoint?, platforms: Set<Platform> = Set(Platform.allCases), media: CampaignMedia = "a.jpg"
  ) -> CampaignMessage {
    CampaignMessage(
      id: "a", media: media, focalPoint: point, target: .topic("t"), platforms: platforms, origin: .init(.message, "a"))
  }

  private let point = FocalPoint(x: 0.5, y: 0.2)

  @Test func aCutKeepsIt() {
    let message = message(point)
    let result = Campaign.keepingFocalPoints(of: [message], under: Profile.standard)
    #expect(result.messages == [message])
    #expect(result.diagnostics.isEmpty)
  }

  @Test func anUncutPictureLosesItWhereClientsCut() {
    let result = Campaign.keepingFocalPoints(of: [message(point), message(nil)], under: [.universal])
    #expect(result.messages == [message(nil)])
    #expect(result.diagnostics.map(\.rule) == ["campaign.focal-point"])
    #expect(result.diagnostics.map(\.severity) == [.error])
    #expect(result.diagnostics.first?.message.contains("`profiles.universal` has `fit: inside`") == true)
    #expect(result.diagnostics.first?.message.contains("Android and web cut it from the middle") == true)
  }

  @Test func whereNoClientCutsItIsKept() {
    let messages = [message(point, platforms: [.ios]), message(point, media: CampaignMedia(own: [.ios: "a.jpg"]))]
    #expect(Campaign.keepingFocalPoints(of: messages, under: [.universal]).messages == messages)
  }
}
