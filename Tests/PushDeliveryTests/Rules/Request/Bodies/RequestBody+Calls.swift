import PushDelivery

// Addresses and headers, and other things in a text next to a request.
extension RequestBody {
  private static let body = #"{"message": {"topic": "spring", "notification": {"title": "Hello", "body": "World"}}}"#
  private static let legacy = #"{"to": "dk3x1", "notification": {"title": "Hello"}}"#
  private static let address = "https://fcm.googleapis.com/v1/projects/shop/messages:send"
  private static let bearer = "Authorization: Bearer ya29.a1b2"

  /// A request in HTTP.
  private static func http(
    _ name: String, _ address: String, _ headers: String..., finds: [String] = ["request.endpoint"]
  ) -> RequestBody {
    RequestBody(name, in: .http, finds: finds, "POST \(address)\n" + headers.map { $0 + "\n" }.joined() + "\n\(body)\n")
  }

  /// A command for curl, with these words before the body.
  private static func curl(_ name: String, _ words: String, finds: [String] = ["request.endpoint"]) -> RequestBody {
    RequestBody(name, in: .shell, finds: finds, "curl \(words) -d '\(body)'\n")
  }

  static let calls: [RequestBody] = [
    http("no Authorization", address, "Content-Type: application/json"),
    http("a slash for the colon", "https://fcm.googleapis.com/v1/projects/shop/messages/send", bearer),
    http("the address of many requests", "https://fcm.googleapis.com/batch", bearer),
    http("a key in the address", address + "?key=AIzaSyA1"),
    http("a token in the address", address + "?access_token=ya29.a", finds: []),
    http("an address without TLS", "http://fcm.googleapis.com/v1/projects/shop/messages:send", bearer),
    http("the project of a sample", "https://fcm.googleapis.com/v1/projects/YOUR_PROJECT_ID/messages:send", bearer),
    http(
      "a project that is put there", "https://fcm.googleapis.com/v1/projects/{{PROJECT_ID}}/messages:send", bearer,
      finds: []),
    http("a form", address, bearer, "Content-Type: application/x-www-form-urlencoded"),
    http("JSON in UTF-8", address, bearer, "content-type: application/json; charset=UTF-8", finds: []),
    http("a server key behind Bearer", address, "Authorization: Bearer AAAAb1c2d3e:APA91bHun4"),
    http("a header that is put there", address, "{{auth}}", finds: []),
    http("a header that a tool puts in", address, "Authorization: {{$auth.token(\"fcm\")}}", finds: []),
    http("a host of Google's without FCM", "https://fcm.google.com/v1/projects/shop/messages:send", bearer),
    http("another host", "https://push.test-shop.de/v1/projects/X_Y/messages:send", finds: []),
    curl("curl without a type", "-H '\(bearer)' \(address)"),
    curl("curl without Authorization", "-H 'Content-Type: application/json' \(address)"),
    curl(
      "curl with a header in its flag", "-sH'\(bearer)' -H \"Content-Type: application/json\" \(address)", finds: []),
    curl("curl with headers of a file", "-H @headers.txt \(address)", finds: []),
    curl("curl with a configuration", "-K fcm.conf \(address)", finds: []),
    curl("curl with its own flag", "--oauth2-bearer \"$T\" -H 'Content-Type: application/json' \(address)", finds: []),
    curl("curl with netrc", "-sn \(address)", finds: []),
    curl("curl with flags in a variable", "\"${HEADERS[@]}\" \(address)", finds: []),
    curl(
      "curl with a host in a variable",
      "\"${FCM:-https://fcm.googleapis.com}/v1/projects/a/messages:send\"", finds: []),
    curl("another command before", "-H 'a: b' https://a.test-shop.de/ && curl --config a \(address)", finds: []),
    RequestBody("curl with JSON", in: .shell, "curl --json '\(body)' --header \"\(bearer)\" \(address)\n"),
    RequestBody(
      "a command over lines that end as on Windows", in: .shell, finds: ["request.endpoint"],
      "curl -H '\(bearer)' \\\r\n  -d '\(body)' \\\r\n  \(address)\r\n"),
    RequestBody(
      "a command within a command", in: .shell, finds: ["request.endpoint"],
      "ANSWER=$(curl -s --json '\(body)' \\\n  \(address) | jq .name)\n"),
    RequestBody(
      "a command within a command, whole", in: .shell,
      "ANSWER=\"$(curl -s --json '\(body)' \\\n  -H \"Authorization: Bearer $(gcloud auth token)\" \(address))\"\n"),
    RequestBody(
      "headers after a here-document", in: .shell,
      "curl -d \"$(cat <<EOF\n\(body)\nEOF\n)\" -H '\(bearer)' -H 'Content-Type: application/json' \(address)\n"),
    RequestBody(
      "a legacy request beside another", in: .http, finds: ["request.endpoint", "request.legacy-field"],
      "POST https://fcm.googleapis.com/fcm/send\n\n\(legacy)\n\n###\nPOST \(address)\n\(bearer)\n\n\(body)\n"),
    RequestBody(
      "a message to a proxy beside another", in: .http, finds: ["request.type"],
      """
      POST https://push.test-shop.de/send

      {"message": {"topic": "a", "notification": {"title": "T"}, "data": {"n": 1}}}

      ###
      POST \(address)
      \(bearer)

      \(body)
      """),
    RequestBody(
      "bodies of others beside a request", in: .http,
      """
      POST https://oauth2.test-shop.de/token
      Content-Type: application/x-www-form-urlencoded

      grant_type=a&assertion=b

      ###
      POST https://api.test-shop.de/devices

      {"token": "dk3x1", "data": {"n": 1}}

      ###
      POST \(address)
      \(bearer)

      \(body)
      """),
    RequestBody(
      "a body for wget", in: .shell, finds: ["request.type"],
      #"wget --header='Authorization: Bearer a' --header='Content-Type: application/json' --post-data "#
        + #"'{"message": {"topic": "a", "notification": {"title": "T"}, "data": {"n": 1}}}' \#(address)"#),
    RequestBody(
      "wget without a type", in: .shell, finds: ["request.endpoint"],
      "wget --header='\(bearer)' --body-data='\(body)' --method=POST \(address)"),
    RequestBody("wget with a file", in: .shell, finds: ["request.shape"], "wget --post-file=a.json \(address)"),
  ]
}
