import PushDelivery

// Values of the header Authorization, and of addresses with a part of it.
extension RequestBody {
  private static let body = #"{"message": {"topic": "spring", "notification": {"title": "Hello", "body": "World"}}}"#
  private static let host = "https://fcm.googleapis.com"
  private static let address = host + "/v1/projects/shop/messages:send"
  private static let json = "-H 'Content-Type: application/json'"

  /// A request in HTTP with this header, or to this path.
  private static func http(
    _ name: String, _ authorization: String = "Bearer ya29.a1b2", path: String = "/v1/projects/shop/messages:send",
    isWrong: Bool = true
  ) -> RequestBody {
    RequestBody(
      name, in: .http, finds: isWrong ? ["request.endpoint"] : [],
      "POST \(host)\(path)\nAuthorization: \(authorization)\n\n\(body)\n")
  }

  /// A command for curl, with these words before the body, and this text before it.
  private static func curl(_ name: String, _ words: String, after text: String = "", isWrong: Bool = true)
    -> RequestBody
  { RequestBody(name, in: .shell, finds: isWrong ? ["request.endpoint"] : [], "\(text)curl \(words) -d '\(body)'\n") }

  static let authorizations: [RequestBody] = [
    http("a token without Bearer", "ya29.a1b2"), http("Bearer alone", "Bearer"), http("no value", ""),
    http("another scheme", "Basic YTpi"), http("another scheme with a variable", "Basic {{password}}"),
    http("an API key behind Bearer", "Bearer AIzaSyA1b2"), http("a sample's token", "Bearer YOUR_TOKEN"),
    http("a sample's token in small letters", "bearer your-access-token"),
    http("a sample's token in brackets", "Bearer <ACCESS_TOKEN>"), http("the word alone", "Bearer ACCESS_TOKEN"),
    http("a token in a variable", "Bearer {{token}}", isWrong: false),
    http("a token of the shell's", "Bearer $TOKEN", isWrong: false),
    http("a token of Windows", "Bearer %TOKEN%", isWrong: false), http("all in a variable", "{{auth}}", isWrong: false),
    http("Bearer in small letters", "bearer  ya29.your_a", isWrong: false),
    http("the scheme that Google took once", "OAuth ya29.a1b2", isWrong: false),
    curl("a variable in single quotes", "-H 'Authorization: Bearer $TOKEN' \(json) \(address)"),
    curl("a command in single quotes", "-H 'Authorization: Bearer $(gcloud auth token)' \(json) \(address)"),
    curl("a variable behind a backslash", #"-H "Authorization: Bearer \$TOKEN" \#(json) \#(address)"#),
    curl(
      "a project in single quotes", "-H \"Authorization: Bearer $T\" \(json) '\(host)/v1/projects/$P/messages:send'"),
    curl(
      "single quotes around all else",
      "-H 'Authorization: Bearer '\"$TOKEN\" \(json) '\(host)'\"/v1/projects/$P/messages:send\"",
      isWrong: false),
    curl("a condition around it", "-H 'Authorization: Bearer $TOKEN' \(json) \(address)", after: "if ! "),
    http("a misspelt method behind a project that is put there", path: "/v1/projects/{{project}}/message:send"),
    http("a slash for the colon behind such a project", path: "/v1/projects/{{project}}/messages/send"),
    http("a method that is put there", path: "/v1/projects/{{project}}/messages:{{method}}", isWrong: false),
    http("an escaped colon behind such a project", path: "/v1/projects/{{project}}/messages%3Asend", isWrong: false),
    curl(
      "a misspelt method behind a variable",
      "-H \"Authorization: Bearer $T\" \(json) \"\(host)/v1/projects/$P/message:send\""),
    curl(
      "a project with a slash in its default",
      "-H \"Authorization: Bearer $T\" \(json) \"\(host)/v1/projects/${P:-a/b}/messages:send\"", isWrong: false),
  ]

  static let sentOtherwise: [RequestBody] = [
    curl("data in the address", "-G -H \"Authorization: Bearer $T\" \(json) \(address)"),
    curl("data in the address, with other flags", "-sG -H \"Authorization: Bearer $T\" \(json) \(address)"),
    curl("data in the address, in full", "--get -H \"Authorization: Bearer $T\" \(json) \(address)"),
    curl("a function of another name", address, after: "do_curl() { curl -s \"$@\"; }\n"),
    curl("a function that is called alike", address, after: "function curl_it { curl -s \"$@\"; }\nalias c=curl\n"),
    curl("a socket", "--unix-socket /run/fcm.sock \(address)", isWrong: false),
    curl("another place", "--connect-to ::gateway:443 \(address)", isWrong: false),
    curl("a proxy", "-x http://auth-proxy \(address)", isWrong: false),
    curl("a proxy in full", "--proxy=http://auth-proxy \(address)", isWrong: false),
    curl("a proxy in a variable", address, after: "https_proxy=http://auth-proxy ", isWrong: false),
    curl("no proxy", "--noproxy '*' \(address)"),
  ]
}
