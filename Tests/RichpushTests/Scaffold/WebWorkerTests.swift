import TestSupport
import Testing

/// The worker's handling of messages and clicks.
@Suite(
  .enabled(if: Program.isInstalled("node"), "there is no node in PATH: scripts/bootstrap installs it"),
  .timeLimit(.minutes(10)))
struct WebWorkerTests {
  static let image = "https://static.example.com/p/tea.1a2b3c4d5e6f.jpg"

  /// The loading of the worker, which every log begins with.
  static let loaded: [JSON] = [
    [
      "imported": [
        "https://www.gstatic.com/firebasejs/12.19.0/firebase-app-compat.js",
        "https://www.gstatic.com/firebasejs/12.19.0/firebase-messaging-compat.js",
      ]
    ],
    ["initialized": ["apiKey": "mine", "projectId": "mine", "messagingSenderId": "mine", "appId": "mine"]],
  ]

  private func done(_ steps: WorkerRun.Step..., pages: [JSON] = []) async throws -> [JSON] {
    let log = try await WorkerRun.log(steps, pages: pages).elements
    #expect(Array(log.prefix(2)) == Self.loaded)
    return Array(log.dropFirst(2))
  }

  @Test func withoutConfigurationItSaysWhatIsMissingAndLoadsNothing() async throws {
    let log = try await WorkerRun.log([], isConfigured: false)
    let words = "firebase-messaging-sw.js: fill in apiKey, projectId, messagingSenderId, appId of firebaseConfig"
    #expect(log == [["failed": .string(words)]])
  }

  @Test func aNotificationIsShownOnceWithItsImage() async throws {
    let message: JSON = [
      "notification": ["title": "Tea", "body": "Hot", "image": .string(Self.image)],
      "data": ["title": "Not this", "link": "https://www.example.com/tea"],
    ]
    let options: JSON = ["title": "Tea", "body": "Hot", "image": .string(Self.image), "data": ["FCM_MSG": message]]
    #expect(try await done(.push(message)) == [["shown": "Tea", "options": options]])
  }

  @Test func dataWithATitleIsShownWithItsImage() async throws {
    let data: JSON = ["title": "Tea", "body": "Hot", "icon": "/icon.png", "image": .string(Self.image), "link": "/tea"]
    let options: JSON = [
      "body": "Hot", "icon": "https://www.example.com/icon.png", "image": .string(Self.image), "data": ["link": "/tea"],
    ]
    #expect(try await done(.push(["data": data])) == [["shown": "Tea", "options": options]])
  }

  @Test(arguments: ["http://static.example.com/a.jpg", "https://", "data:image/png;base64,AAAA"])
  func picturesThatNoBrowserLoadsAreLeftOut(image: String) async throws {
    let data: JSON = ["title": "Tea", "image": .string(image)]
    #expect(try await done(.push(["data": data])) == [["shown": "Tea", "options": ["data": [:]]]])
  }

  @Test func silentMessagesAreNotShown() async throws {
    #expect(try await done(.push(["data": ["sync": "1"]]), .push([:])) == [])
  }

  @Test(
    arguments: [
      ["link": "https://shop.example.net/tea?a=1#b"],
      ["FCM_MSG": ["fcmOptions": ["link": "https://shop.example.net/tea?a=1#b"], "data": ["link": "/other"]]],
      ["FCM_MSG": ["notification": ["click_action": "https://shop.example.net/tea?a=1#b"]]],
      ["FCM_MSG": ["data": ["link": "https://shop.example.net/tea?a=1#b"]]],
    ] as [JSON])
  func aClickOpensTheLinkWhateverItsHost(data: JSON) async throws {
    let opened: JSON = ["opened": "https://shop.example.net/tea?a=1#b"]
    #expect(try await done(.click(data), pages: ["https://www.example.com/"]) == ["closed", opened])
  }

  @Test func aClickBringsAnOpenPageToTheFront() async throws {
    let data: JSON = ["FCM_MSG": ["fcmOptions": ["link": "/tea"]]]
    let pages: [JSON] = ["https://www.example.com/", "https://www.example.com/tea"]
    #expect(try await done(.click(data), pages: pages) == ["closed", ["focused": "https://www.example.com/tea"]])
  }

  @Test(
    arguments: [
      ["FCM_MSG": [:]], ["FCM_MSG": ["fcmOptions": ["link": "javascript:alert(1)"]]],
      ["FCM_MSG": ["fcmOptions": ["link": "http://www.example.com/"]]],
      ["FCM_MSG": ["fcmOptions": ["link": "/tea"], "data": ["google.c.a.c_id": "7"]]],
    ] as [JSON])
  func clicksWithoutAUsableLinkOrOfTheComposerAreTheSDKs(data: JSON) async throws {
    #expect(try await done(.click(data)) == ["left to the SDK"])
  }

  @Test func buttonsAndStrangersNotificationsAreLeftAlone() async throws {
    let message: JSON = ["FCM_MSG": ["fcmOptions": ["link": "/tea"]]]
    #expect(try await done(.click(message, action: "later"), .click([:]), .click(.null)) == ["left to the SDK"])
  }
}
