import Findings
import PushDelivery
import TestSupport
import Testing

@Suite struct DevicePayloadTests {
  private func payloads(_ message: Message) throws -> (apns: String, web: String, request: ComposedRequest) {
    var diagnostics: [Diagnostic] = []
    let request = try #require(
      ComposedRequest(message, id: .m, subject: .init(.message, "m"), reporting: &diagnostics), "\(diagnostics)")
    let written = try WrittenForms([request], as: [.apns, .webpush])
    return (try written.folder.text(of: "apns/m.json"), try written.folder.text(of: "webpush/m.json"), request)
  }

  @Test func wordsAndDataGoWhereTheClientsLook() throws {
    let message = try Message(
      to: .topic("t"),
      [
        "notification": ["title": "T", "body": "B", "image": .string(FullMessage.picture)], "data": ["k": "v"],
        "webpush": ["fcm_options": ["link": "https://e.com/"]],
        "apns": [
          "payload": ["aps": ["mutable-content": 1, "badge": 2]], "fcm_options": ["image": .string(FullMessage.movie)],
        ],
      ])
    let (apns, web, request) = try payloads(message)
    #expect(
      apns == #"{"aps":{"alert":{"body":"B","title":"T"},"badge":2,"mutable-content":1},"#
        + #""fcm_options":{"image":"https://cdn.example.com/a.mp4"},"k":"v"}"#)
    #expect(
      web == #"{"data":{"k":"v"},"fcmOptions":{"link":"https://e.com/"},"#
        + #""notification":{"body":"B","image":"https://cdn.example.com/a.jpg","title":"T"}}"#)
    #expect(request.payload.apns == apns.utf8.count + 300)
  }

  @Test func thePlatformsOwnWins() throws {
    let message = try Message(
      to: .fid("f"),
      [
        "notification": ["title": "T", "body": "B"], "data": ["k": "v", "l": "w"],
        "webpush": ["data": ["m": "x"], "notification": ["title": "W"]],
        "apns": ["payload": ["aps": ["alert": "A"], "k": [1]]],
      ])
    let (apns, web, _) = try payloads(message)
    #expect(apns == #"{"aps":{"alert":"A"},"k":[1],"l":"w"}"#)
    #expect(web == #"{"data":{"m":"x"},"notification":{"body":"B","title":"W"}}"#)
  }

  @Test func dataAloneHasNothingElse() throws {
    let (apns, web, _) = try payloads(Message(to: .fid("f"), ["data": ["k": "v"]]))
    #expect(apns == #"{"k":"v"}"#)
    #expect(web == #"{"data":{"k":"v"}}"#)
  }

  @Test func theHeadersOfAPushServiceGoWithThePayload() throws {
    var diagnostics: [Diagnostic] = []
    let request = try #require(
      ComposedRequest(FullMessage.v1(), id: .m, subject: .init(.message, "m"), reporting: &diagnostics),
      "\(diagnostics)")
    let writers = RequestComposer(settings: ComposeSettings(forms: [.fcmV1, .apns, .webpush])).writers
    let files = try writers.map { try $0.file(of: request) }
    #expect(files.map(\.headers) == [[:], ["apns-priority": "10"], ["TTL": "15"]])
  }

  /// However hostile its texts are, the file is the payload that was counted.
  @Test func theLengthIsThatOfTheEstimate() throws {
    let requests = try HostileMessage.requests(20, seed: 7)
    let written = try WrittenForms(requests, as: [.apns])
    for request in requests {
      let bytes = try written.folder.bytes(of: "apns/\(request.id).json")
      #expect(bytes.count + 300 == request.payload.apns)
    }
  }
}
