import PushDelivery

// Messages as JSON in texts of exports.
extension RequestBody {
  private static let wrong = #"{"message": {"topic": "a", "notification": {"title": "T"}, "data": {"n": 1}}}"#
  private static let right = #"{"message": {"topic": "a", "notification": {"title": "T", "body": "B"}}}"#

  /// As a text of JSON.
  private static func quoted(_ body: String) -> String { "\"" + body.replacing("\"", with: "\\\"") + "\"" }

  private static func postman(_ body: String) -> String {
    #"{"info": {"name": "a", "schema": "https://schema.getpostman.com/"}, "item": [{"name": "b", "item": [{"request": "#
      + #"{"method": "POST", "body": {"mode": "raw", "raw": "# + quoted(body) + "}}}]}]}"
  }

  static let inTexts: [RequestBody] = [
    RequestBody("an export of Postman's", finds: ["request.type"], postman(wrong)),
    RequestBody("an export of Postman's that is right", postman(right.replacing("\"B\"", with: "\"{{text}}\""))),
    RequestBody(
      "an export with a variable for a number",
      postman(
        #"{"message": {"topic": "a", "notification": {"title": "T"}, "apns": {"payload": {"aps": {"badge": {{n}}}}}}}"#)
    ),
    RequestBody("an export of Postman's with comments", postman("// a goal\\n" + right)),
    RequestBody("an export of other requests", finds: ["request.shape"], postman(#"{"token": "a", "data": {"n": 1}}"#)),
    RequestBody(
      "an archive of a browser's", finds: ["request.type"],
      #"{"log": {"version": "1.2", "entries": [{"request": {"method": "GET"}}, {"request": {"postData": {"text": "#
        + quoted(wrong) + "}}}]}}"),
    RequestBody(
      "an export of Insomnia's", finds: ["request.type"],
      #"{"_type": "export", "resources": [{"_type": "workspace"}, {"_type": "request", "body": {"text": "#
        + quoted(wrong)
        + "}}]}"),
  ]
}
