import PushDelivery

// Comments in bodies of HTTP, and what a program computes, which has no size that anybody knows.
extension RequestBody {
  private static let head = """
    POST https://fcm.googleapis.com/v1/projects/shop/messages:send
    Authorization: Bearer {{token}}


    """

  private static func http(_ name: String, finds: [String] = [], _ body: String) -> RequestBody {
    RequestBody(name, in: .http, finds: finds, head + body)
  }

  static let comments: [RequestBody] = [
    http(
      "a comment before the body",
      "# the message\n  // of today\n{\"message\": {\"topic\": \"a\", \"notification\": {\"title\": \"T\"}}}\n"),
    http(
      "comments in the body",
      """
      {
        # "token": "abc",
        // {
        "message": {"topic": "a",
      # until May {{
          "notification": {"title": "# 1 // {{n}}"}}
      }
      """),
    http(
      "comments behind the body",
      """
      {"message": {"topic": "a", "notification": {"title": "T"}}}

      # the next one
      // goes to another
      POST https://fcm.googleapis.com/v1/projects/shop/messages:send
      Authorization: Bearer {{token}}

      {"message": {"topic": "b", "notification": {"title": "T"}}}
      # that was all
      """),
    http("a comment before a file", finds: ["request.shape"], "# from a file\n< ./a.json\n"),
    http("a comment alone", finds: ["request.shape"], "# nothing\n"),
    http(
      "a comment at the end of a line", finds: ["json.syntax"],
      "{\"message\": {\"topic\": \"a\", // here\n\"notification\": {\"title\": \"T\"}}}\n"),
    RequestBody(
      "a comment in JSON", finds: ["json.syntax"],
      "{\"message\": {\n# here\n\"topic\": \"a\", \"notification\": {\"title\": \"T\"}}}\n"),
  ]

  private static let manyTexts = (0..<160).map { "\"text number \($0) of the day, at length\"" }.joined(separator: ", ")
  private static let longText = String(repeating: "Tulips. ", count: 600)

  static let expressionSizes: [RequestBody] = [
    RequestBody(
      "one text of many", in: .javaScript,
      "getMessaging().send({topic: \"x\", notification: {title: \"a\", body: pick([\(manyTexts)])}});\n"),
    RequestBody(
      "one text of many in Python", in: .python,
      """
      messaging.send(messaging.Message(topic="x", notification=messaging.Notification(
          title="a", body=random.choice([\(manyTexts)]))))

      """),
    RequestBody(
      "data of which the program writes JSON", in: .javaScript,
      """
      getMessaging().send({topic: "x", notification: {title: "a"}, data: {payload: JSON.stringify({
        \((0..<200).map { "member\($0): settings.value\($0)" }.joined(separator: ",\n  "))
      })}});
      """),
    RequestBody(
      "a long comment in an expression", in: .javaScript,
      "getMessaging().send({topic: \"x\", notification: {title: `a ${name /* \(longText) */}`}});\n"),
    RequestBody(
      "a long text beside an expression", in: .javaScript, finds: ["message.size"],
      "getMessaging().send({topic: \"x\", notification: {title: name}, data: {story: \"\(longText)\"}});\n"),
  ]
}
