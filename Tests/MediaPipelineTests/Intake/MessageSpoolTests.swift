import Findings
import MediaFacts
import MediaPipeline
import PushDelivery
import Testing

@Suite struct MessageSpoolTests {
  private static let origin = Diagnostic.Subject(.configuration, Campaign.tableName, line: 7)

  static let messages = [
    CampaignMessage(id: "plain", title: "T", target: .topic("news"), origin: origin),
    CampaignMessage(id: "none", target: .condition("'a' in topics"), origin: origin),
    CampaignMessage(id: "text", title: "Ä👍🏽", body: "", target: .fid("f"), link: "https://example.org", origin: origin),
    CampaignMessage(
      id: "media", media: CampaignMedia("a.jpg", own: [.ios: "b.mp4"]), poster: .at(2.5),
      focalPoint: FocalPoint(x: 0.25, y: 1), target: .token("t"), platforms: [.ios, .web], locale: "pt-BR",
      variant: "a", origin: origin),
    CampaignMessage(id: "poster", media: "b.mp4", poster: .file("c.jpg"), target: .token("t"), origin: origin),
    CampaignMessage(
      id: "options", target: .topic("news"),
      options: MessageOptions(
        priority: .high, timeToLive: TimeToLive(seconds: 60), expiration: 1_800_000_000, collapseKey: "k", channel: "c",
        sound: "default", badge: 3, category: "g", analyticsLabel: AnalyticsLabel(rawValue: "l"),
        data: ["order": "12", "from": ""]), origin: origin),
    CampaignMessage(
      id: "overrides", target: .topic("news"),
      overrides: MessageOverrides(
        android: ["notification": ["color": "#ff6600"]], apns: ["payload": ["aps": ["mutable-content": 1]]],
        webpush: ["headers": ["Urgency": "high"], "data": [:]]), origin: origin),
  ]

  @Test(arguments: messages) func aMessageIsReadAsItWasWritten(_ message: CampaignMessage) {
    let bytes = StoredMessages.bytes(of: [message])
    #expect(StoredMessages.messages(in: bytes, SharedShapes()) == [message])
  }

  @Test func partsComeBackInTheirOrderAndShareShapes() throws {
    var spool = MessageSpool()
    let many = (0..<9000).map { CampaignMessage(id: "m\($0)", title: "T", target: .topic("t"), origin: Self.origin) }
    let parts = [Self.messages, many, many, [], Self.messages.reversed()]
    for part in parts { try spool.append(StoredMessages.bytes(of: part)) }
    #expect(spool.parts.map { $0() } == parts)
    #expect(spool.parts[1]()[0].shape === spool.parts[2]()[8999].shape)
  }

  @Test func equalMessagesHaveEqualBytes() {
    func message(capacity: Int) -> CampaignMessage {
      var (own, platforms) = ([Platform: String](minimumCapacity: capacity), Set<Platform>(minimumCapacity: capacity))
      for platform in Platform.allCases {
        own[platform] = platform.rawValue
        platforms.insert(platform)
      }
      return CampaignMessage(
        id: "m", media: CampaignMedia(own: own), target: .topic("t"), platforms: platforms, origin: Self.origin)
    }
    let bytes = (0..<40).map { StoredMessages.bytes(of: [message(capacity: $0 * 50)]) }
    #expect(Set(bytes).count == 1)
  }
}
