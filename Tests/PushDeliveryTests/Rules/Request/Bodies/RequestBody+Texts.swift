// Texts that are nearly JSON: their other faults are also reported.
extension RequestBody {
  /// The sample of a page that many have copied: a comma behind the title, mutable-content as a header, the browsers' picture as a
  /// header, an address without a path.
  static let copiedSample = """
    {
      "message":{
         "topic":"industry-tech",
         "notification":{
           "title":"A picture of a pizza",
         },
         "android":{
           "notification":{
             "image":"https://foo.bar.pizza-monster.png"
           }
         },
         "apns":{
           "payload":{
             "aps":{
               "mutable-content":1
             }
           },
           "fcm_options":{
               "image":"https://foo.bar.pizza-monster.png"
           }
         },
         "webpush":{
           "headers":{
             "image":"https://foo.bar.pizza-monster.png"
           }
         }
       }
     }
    """

  static let texts: [RequestBody] = [
    RequestBody("the copied sample", finds: ["json.syntax", "url.file-name", "web.headers-image"], copiedSample),
    RequestBody(
      "a trailing comma", finds: ["json.syntax"], #"{"message": {"topic": "a", "notification": {"title": "T"},}}"#),
    RequestBody(
      "names without quotes, and a number in data", finds: ["json.syntax", "request.type"],
      #"{message: {topic: "a", notification: {title: "T"}, data: {order: 12}}}"#),
    RequestBody(
      "single quotes, and a misspelt field", finds: ["json.syntax", "request.unknown-field"],
      #"{'message': {'topic': 'a', 'notification': {'titel': 'T', 'body': 'B'}}}"#),
    RequestBody(
      "a comment, and milliseconds", finds: ["json.syntax", "message.ttl"],
      """
      {"message": {"topic": "a", // everybody
        "notification": {"title": "T"}, "android": {"ttl": 60000}}}
      """),
    RequestBody(
      "a comma that is missing, and no target", finds: ["json.syntax", "request.target"],
      #"{"message": {"notification": {"title": "T" "body": "B"}}}"#),
    RequestBody(
      "words of Python, and mutable-content as one", finds: ["ios.mutable-content", "json.syntax"],
      """
      {"message": {"topic": "a", "notification": {"title": "T", "image": "https://static.example.com/a.jpg"},
        "apns": {"payload": {"aps": {"mutable-content": True}}}}}
      """),
    RequestBody(
      "a variable", finds: ["json.syntax"], #"{"message": {"topic": topic, "notification": {"title": "T"}}}"#),
    RequestBody(
      "a name that stands twice", finds: ["json.duplicate-key"],
      #"{"message": {"topic": "a", "topic": "b", "notification": {"title": "T"}}}"#),
    RequestBody("nothing", finds: ["request.shape"], ""),
    RequestBody("an object of something else", finds: ["request.shape"], #"{"name": "shop", "version": 3}"#),
  ]
}
