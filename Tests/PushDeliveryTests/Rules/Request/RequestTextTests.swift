import Findings
import PushDelivery
import TestSupport
import Testing

@Suite struct RequestTextTests {
  private func found(_ text: String, _ syntax: RequestSyntax = .json, inFolder folder: String? = nil) -> [String] {
    RequestFile(Array(text.utf8), in: syntax, inFolder: folder).diagnostics(about: .init(.request, "a"), now: 0)
      .filter { $0.severity > .note }
      .map { "\($0.subject.line ?? 0):\($0.subject.column ?? 0) \($0.subject.keyPath ?? "-") \($0.rule)" }
  }

  @Test(arguments: TextRow.table("names of texts", in: "Requests")) func isKnownByItsName(_ row: TextRow) {
    #expect(RequestSyntax(fileName: row[0]).map { "\($0)" } == row.cells[1])
  }

  @Test(arguments: TextRow.table("beginnings of texts", in: "Requests")) func isKnownByItsBeginning(_ row: TextRow) {
    #expect(RequestSyntax(textBeginningWith: row[0].utf8).map { "\($0)" } == row.cells[1])
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
      Authorization: Bearer {{token}}

      {"message": {
        "notification": {"title": "T"}}}
      """
    #expect(found(text, .http) == ["7:23 message.topic message.topic", "18:13 message request.target"])
  }

  @Test func commentsOfAnHTTPFileMoveNothing() {
    let text = """
      POST https://fcm.googleapis.com/v1/projects/p/messages:send
      Authorization: Bearer {{token}}

      # the message
      {"message": {
        // "topic": "b",
        "topic": "a b", "notification": {"title": "T"}}}
      """
    #expect(found(text, .http) == ["7:12 message.topic message.topic"])
  }

  /// The token is not printed, and text in single quotes is printed as it is.
  @Test(arguments: [
    ("-H 'Authorization: ya29.secret' https://fcm.googleapis.com/v1/projects/p/messages:send", "secret", false),
    ("-H 'Authorization: Bearer $T' https://fcm.googleapis.com/v1/projects/p/messages:send", "single quotes", true),
    ("-H \"Authorization: Bearer $T\" 'https://fcm.googleapis.com/v1/projects/$P/messages:send'", "`$P`", true),
  ])
  func headersAreToldWithoutSecrets(words: String, part: String, isTold: Bool) {
    let text = "curl --json '{\"message\": {\"topic\": \"a\", \"notification\": {\"title\": \"T\"}}}' \(words)\n"
    let messages = RequestFile(Array(text.utf8), in: .shell).diagnostics(about: .init(.request, "a"), now: 0)
      .filter { $0.rule == "request.endpoint" }.map(\.message)
    #expect(messages.count == 1 && messages[0].contains(part) == isTold, "\(messages)")
  }

  /// Of a very long text only the beginning is checked.
  @Test(.timeLimit(.minutes(1))) func longTextsAreReadInTime() {
    for sign in ["{{", "<", "&", "undefined ", "[[a", "%%"] {
      let title = String(repeating: sign, count: 1_000_000 / sign.utf8.count)
      let text = #"{"message": {"topic": "a", "notification": {"title": "{{name}} \#(title)"}}}"#
      #expect(found(text).contains { $0.hasSuffix("message.placeholder") })
    }
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
    #expect(found(text, .shell) == ["4:23 message.topic message.topic"])
  }

  @Test func whatVariablesHoldKeepsItsPlace() {
    let script = """
      DATA='{"message": {"topic": "a", "notification": {"title": "T"}, "data": {"n": 1}}}'
      curl -d "$DATA" "$URL"
      """
    #expect(found(script, .shell) == ["1:80 message.data.n request.type"])
  }

  @Test func aTextWithoutRequestsIsEmpty() { #expect(found("echo messages:send", .shell) == ["1:1 - request.shape"]) }

  @Test func payloadsAreJudgedByWhoGetsThem() {
    let image = #""fcm_options": {"image": "https://static.test-shop.de/a.jpg"}"#
    #expect(found(#"{"aps": {"alert": {"title": "T"}, "mutable-content": 1}, \#(image)}"#) == [])
    #expect(found(#"{"aps": {"alert": {"title": "T"}}, \#(image)}"#).count == 1)
    #expect(found(#"{"notification": {"title": "T"}, "data": {"a": "b"}}"#, inFolder: "webpush") == [])
    #expect(found(#"{"notification": {"title": "T"}, "fcmOptions": {}}"#) == [])
    #expect(found("[1]", inFolder: "apns") == ["1:2 - request.shape"])
    // The target is not part of a payload.
    #expect(
      found(#"{"notification": {"title": "T"}, "data": {"a": "b"}}"#).map { $0.hasSuffix("request.target") } == [true])
  }

  @Test func whatIsPassedOverIsNoted() {
    let text = """
      POST https://api.test-shop.de/devices

      {"id": 1}

      ###
      POST https://fcm.googleapis.com/v1/projects/p/messages:send
      Authorization: Bearer {{token}}

      {"message": {"topic": "a", "notification": {"title": "T"}}}

      ###
      POST https://fcm.googleapis.com/v1/projects/p/messages:send

      < ./b.json
      """
    let notes = RequestFile(Array(text.utf8), in: .http).diagnostics(about: .init(.request, "a"), now: 0)
      .filter { $0.rule == "request.shape" }
    #expect(notes.map(\.severity) == [.note, .note])
    #expect(notes.map(\.subject.line) == [1, 3])
    #expect(notes.first?.message.contains("./b.json") == true)
  }
}
