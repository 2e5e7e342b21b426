import PushDelivery

// Comments in bodies of HTTP.
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
}
