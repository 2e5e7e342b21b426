import Findings
import Foundation
import PushDelivery
import TestSupport
import Testing

@Suite struct PayloadEstimateTests {
  @Test func countsWordsOnEveryPlatform() throws {
    let payload = try estimate(["notification": ["title": "é", "body": "ab"]])
    #expect(payload.android == "gcm.n.title".utf8.count + 2 + "gcm.n.bodyab".utf8.count)
    #expect(payload.apns == #"{"aps":{"alert":{"body":"ab","title":"é"}}}"#.utf8.count + 300)
    #expect(payload.webpush == "titleébodyab".utf8.count)
    #expect(payload.largest == payload.apns)
  }

  @Test func platformOptionsReplaceCommonOnes() throws {
    let payload = try estimate([
      "notification": ["title": "T"], "data": ["key": "value"],
      "android": ["data": ["k": "vv"], "notification": ["title": "long title"]],
      "webpush": ["notification": ["title": "W", "silent": true]],
      "apns": ["payload": ["aps": ["alert": "A", "badge": 12], "key": "own"]],
    ])
    #expect(payload.android == "gcm.n.titlelong titlekvv".utf8.count)
    #expect(payload.apns == #"{"aps":{"alert":"A","badge":12},"key":"own"}"#.utf8.count + 300)
    #expect(payload.webpush == "titleWsilenttruekeyvalue".utf8.count)
  }

  @Test func countsTheSecondGenerationOfAndroid() throws {
    let content: JSONValue = ["image": "https://e.com/a.png", "id": 42]
    let payload = try estimate(["data": ["k": "v"], "android_v2": ["remote_notification": ["notification": content]]])
    #expect(payload.android == "gcm.n.imagehttps://e.com/a.pnggcm.n.id42kv".utf8.count)
  }

  @Test func anImageForAppleIsAnOptionOfTheClient() throws {
    let message: JSONValue = [
      "notification": ["title": "T", "image": "https://e.com/a.png"],
      "apns": ["payload": ["aps": ["mutable-content": 1]]],
    ]
    let json = #"{"aps":{"alert":{"title":"T"},"mutable-content":1},"fcm_options":{"image":"https://e.com/a.png"}}"#
    #expect(try estimate(message).apns == json.utf8.count + 300)
  }

  /// The payload's JSON is counted without being written.
  @Test func countsTheBytesThatJSONHas() throws {
    let own: JSONValue = [
      "text": .string(String(String.UnicodeScalarView((0..<0x180).compactMap(Unicode.Scalar.init))) + "🌷\u{2028}/"),
      "numbers": [0, -17, .number(0.1), .number(1e300), .number(-2), .integer(.max)],
      "nested": [[], .object([:]), [[1]]], "\"quoted\"\n": ["a": true, "b": false, "c": .null],
    ]
    let payload: [String: JSONValue] = ["aps": ["alert": "A"], "own": own]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let json = try encoder.encode(payload)
    #expect(try estimate(["apns": ["payload": .object(payload)]]).apns == json.count + 300)
  }

  private func estimate(_ fields: JSONValue) throws -> PayloadEstimate {
    var diagnostics: [Diagnostic] = []
    let message = try Message(to: .fid("f"), fields)
    let request = ComposedRequest(message, id: .m, subject: .init(.message, "m"), reporting: &diagnostics)
    return try #require(request?.payload)
  }
}

/// The form of requests on disk, compared with Foundation's encoder.
@Suite struct JSONWriterTests {
  private func message(_ data: [String: String]) throws -> ComposedRequest {
    var diagnostics: [Diagnostic] = []
    let message = try Message(
      to: .fid("f"), ["notification": ["title": "T"], "data": .object(data.mapValues { .string($0) })])
    return try #require(ComposedRequest(message, id: .m, subject: .init(.message, "m"), reporting: &diagnostics))
  }

  private func encoded(_ value: JSONValue, _ formatting: JSONEncoder.OutputFormatting) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test func writesWhatFoundationWrites() throws {
    var generator = SeededGenerator(seed: 6)
    let alphabet = Array("aé😀\"\\/\u{8}\u{9}\u{A}\u{C}\u{D}\u{1}\u{1F}\u{7F}\u{2028} ")
    for _ in 0..<200 {
      let data = Dictionary(
        (0..<Int.random(in: 1...5, using: &generator)).map { number in
          let count = Int.random(in: 0...12, using: &generator)
          let text = String((0..<count).map { _ in alphabet.randomElement(using: &generator) ?? "a" })
          return ("k\(number)", text)
        }
      ) { $1 }
      let request = try message(data)
      #expect(try encoded(request.body(), .prettyPrinted) + "\n" == String(decoding: request.bodyText(), as: UTF8.self))
      #expect(try encoded(request.body(), []) == String(decoding: request.bodyLine(), as: UTF8.self))
    }
  }
}

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
