import PushDelivery
import Testing

@Suite struct RequestComposerTests {
  static let origin = Diagnostic.Subject(.message, "sale", line: 3)
  let picture = StillImageURL(rawValue: "https://cdn.example.com/a.0123456789ab.jpg")!

  @Test func writesPictureAndLinkWhereEveryClientLooks() {
    let composer = RequestComposer(settings: ComposeSettings(linkDataKey: "link"))
    let composition = composer.compose(message(link: "https://example.com/sale"), image: picture)
    #expect(composition.diagnostics == [])
    #expect(composition.request?.id == MessageIdentifier(rawValue: "sale"))
    #expect(composition.request?.target == .topic("news"))
    #expect(composition.request?.assetURLs == ["https://cdn.example.com/a.0123456789ab.jpg"])
    #expect(
      composition.request.map { String(decoding: $0.body, as: UTF8.self) } == """
        {
          "message" : {
            "android" : {
              "notification" : {
                "image" : "https://cdn.example.com/a.0123456789ab.jpg"
              }
            },
            "apns" : {
              "fcm_options" : {
                "image" : "https://cdn.example.com/a.0123456789ab.jpg"
              },
              "payload" : {
                "aps" : {
                  "mutable-content" : 1
                }
              }
            },
            "data" : {
              "link" : "https://example.com/sale"
            },
            "notification" : {
              "body" : "Half price",
              "title" : "Sale"
            },
            "topic" : "news",
            "webpush" : {
              "fcm_options" : {
                "link" : "https://example.com/sale"
              },
              "notification" : {
                "image" : "https://cdn.example.com/a.0123456789ab.jpg"
              }
            }
          }
        }

        """)
  }

  @Test func textAloneNeedsNoPlatformOptions() {
    let composition = RequestComposer().compose(message(image: nil, target: .fid("f")), image: nil)
    let notification = Message.Notification(title: "Sale", body: "Half price")
    #expect(composition.request?.message == Message(target: .fid("f"), notification: notification))
    #expect(composition.request?.assetURLs == [])
  }

  @Test func writesTheImageHeaderOnlyWhenAsked() {
    let settings = ComposeSettings(webpushImageHeader: true)
    let composition = RequestComposer(settings: settings).compose(message(), image: picture)
    #expect(composition.request?.message.webpush?.headers == ["image": picture.rawValue])
    #expect(RequestComposer().compose(message(), image: picture).request?.message.webpush?.headers == nil)
    let text = RequestComposer(settings: settings).compose(message(image: nil), image: nil)
    #expect(text.request?.message.webpush == nil)
  }

  @Test func equalMessagesHaveEqualBytes() {
    let bodies = (0..<5).map { _ in RequestComposer().compose(message(), image: picture).request?.body }
    #expect(Set(bodies).count == 1)
  }

  @Test(arguments: [
    (
      CampaignMessage(id: "sale", title: " ", body: "\u{200B}", target: .topic("t"), origin: origin), ["ios.alert-text"]
    ),
    (CampaignMessage(id: "sale", target: .topic("t"), origin: origin), ["ios.alert-text"]),
    (CampaignMessage(id: "index", title: "T", target: .topic("t"), origin: origin), ["message.id"]),
    (CampaignMessage(id: "sale", image: "a.jpg", title: "T", target: .topic("t"), origin: origin), ["message.image"]),
    (
      CampaignMessage(id: "sale", title: "T", target: .topic("t"), link: "http://e.com", origin: origin),
      ["message.link"]
    ),
    (CampaignMessage(id: "sale", title: "T", target: .topic("/topics/t"), origin: origin), ["message.topic"]),
    (CampaignMessage(id: "sale", title: "T", target: .condition("t"), origin: origin), ["message.condition"]),
    (CampaignMessage(id: "sale", title: "T", target: .token("a b"), origin: origin), ["message.token"]),
    (CampaignMessage(id: "sale", title: "T", target: .fid(""), origin: origin), ["message.fid"]),
    (
      CampaignMessage(id: "sale", title: String(repeating: "T", count: 4096), target: .fid("f"), origin: origin),
      ["message.size"]
    ),
    (
      CampaignMessage(id: "../a", image: "a.jpg", target: .topic(""), link: "", origin: origin),
      ["message.id", "message.image", "message.link", "message.topic", "ios.alert-text"]
    ),
  ])
  func refusesWithEveryReason(message: CampaignMessage, rules: [String]) {
    let composition = RequestComposer().compose(message, image: nil)
    #expect(composition.request == nil)
    #expect(composition.diagnostics.map(\.rule.rawValue) == rules)
    #expect(
      composition.diagnostics.allSatisfy {
        $0.severity == .error && $0.subject == Self.origin && !$0.remedy.isEmpty && !$0.message.hasSuffix(".")
      })
  }

  @Test(arguments: ["from", "google.x", "gcm.x", "message_type", ""])
  func refusesReservedLinkKeys(_ key: String) {
    let composer = RequestComposer(settings: ComposeSettings(linkDataKey: key))
    #expect(
      composer.compose(message(link: "https://e.com/"), image: picture).diagnostics.map(\.rule) == ["message.data-key"])
    #expect(composer.compose(message(), image: picture).request != nil)
  }

  private func message(
    image: String? = "a.jpg", target: MessageTarget = .topic("news"), link: String? = nil
  ) -> CampaignMessage {
    CampaignMessage(
      id: "sale", image: image, title: "Sale", body: "Half price", target: target, link: link, origin: Self.origin)
  }
}
