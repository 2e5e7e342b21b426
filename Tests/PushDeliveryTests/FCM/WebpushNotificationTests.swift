import Findings
import Foundation
import PushDelivery
import Testing

@Suite struct WebpushNotificationTests {
  let picture = AssetURL<EveryClient>(rawValue: "https://e.com/a.png")!

  @Test func isOneObject() throws {
    let notification = WebpushNotification(image: picture, options: ["silent": true, "vibrate": [1, 2]])
    let bytes = try JSONEncoder().encode(notification)
    #expect(
      try JSONDecoder().decode(JSONValue.self, from: bytes)
        == ["image": "https://e.com/a.png", "silent": true, "vibrate": [1, 2]])
    #expect(try JSONDecoder().decode(WebpushNotification.self, from: bytes) == notification)
  }

  @Test func noOtherWayLeadsToTheImage() {
    let notification = WebpushNotification(options: ["image": "https://e.com/a.gif", "title": "T"])
    #expect(notification == WebpushNotification(options: ["title": "T"]))
  }

  @Test(arguments: [#"{"image": "https://e.com/a.mp4"}"#, #"{"image": 1}"#, "[]"])
  func readsNothingThatBrowsersDoNotShow(_ json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(WebpushNotification.self, from: Data(json.utf8))
    }
  }
}
