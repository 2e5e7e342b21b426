import Findings
import PushDelivery
import Testing

@Suite struct RequestTextTests {
  private func found(_ text: String, _ form: RequestText) -> [String] {
    RequestFile(Array(text.utf8), in: form).diagnostics(about: .init(.request, "a"), now: 0)
      .filter { $0.severity > .note }
      .map { "\($0.subject.line ?? 0):\($0.subject.column ?? 0) \($0.subject.keyPath ?? "-") \($0.rule)" }
  }

  @Test(arguments: [
    ("a/requests.http", "", RequestText.httpFile), ("a/b.sh", "curl …/messages:send", .shellScript),
    ("a/b.sh", "echo", nil), ("apns/a.json", #"{"order": "1"}"#, .applePayload),
    ("a.json", #"{"aps": {}}"#, .applePayload),
    ("webpush/a.json", #"{"data": {}}"#, .webPayload),
    ("a.json", #"{"notification": {}, "fcmOptions": {}}"#, .webPayload),
    ("apns/a.json", #"{"message": {}}"#, nil), ("a.json", #"{"notification": {}, "token": "x"}"#, nil),
    ("a.json", "{", nil), ("a.json", "{}", nil),
  ])
  func isKnownByItsForm(_ path: String, _ text: String, _ form: RequestText?) {
    #expect(RequestText(fileAt: path, bytes: Array(text.utf8)) == form)
  }

  @Test func bodiesOfAnHTTPFileKeepTheirPlaces() {
    let text = """
      @token = {{$processEnv FCM_TOKEN}}

      ### a
      POST https://fcm.googleapis.com/v1/projects/p/messages:send
      Authorization: Bearer {{token}}

      {"message": {"topic": "a b", "notification": {"title": "T"}}}

      ### other
      POST https://example.com/

      {"anything": 1}

      ### b
      POST https://fcm.googleapis.com/v1/projects/p/messages:send

      {"message": {
        "notification": {"title": "T"}}}
      """
    #expect(
      found(text, .httpFile) == ["7:23 message.topic message.topic", "17:13 message request.target"])
  }

  @Test func aScriptSendsItsQuotedDocument() {
    let text = """
      exec curl …/messages:send --data-binary @- 3<<END_OF_TOKEN <<'END'
      {"message": $TOKEN}
      END_OF_TOKEN
      {"message": {"topic": "a b",
        "notification": {"title": "T"}}}
      END
      echo {
      """
    #expect(found(text, .shellScript) == ["4:23 message.topic message.topic"])
  }

  @Test func aTextWithoutRequestsIsEmpty() {
    #expect(found("echo messages:send", .shellScript) == ["1:1 - request.shape"])
  }

  @Test func payloadsAreJudgedByWhoGetsThem() {
    let image = #""fcm_options": {"image": "https://static.test-shop.de/a.jpg"}"#
    #expect(found(#"{"aps": {"alert": {"title": "T"}, "mutable-content": 1}, \#(image)}"#, .applePayload) == [])
    #expect(found(#"{"aps": {"alert": {"title": "T"}}, \#(image)}"#, .applePayload).count == 1)
    #expect(found(#"{"notification": {"title": "T"}, "data": {"a": "b"}}"#, .webPayload) == [])
    #expect(found("[1]", .applePayload) == ["1:2 - request.shape"])
  }
}
