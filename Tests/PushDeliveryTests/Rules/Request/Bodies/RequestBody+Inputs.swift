import PushDelivery

// Requests as tools write them.
extension RequestBody {
  private static let picture = "https://static.example.com/tulips.jpg"

  static let inputs: [RequestBody] = [
    RequestBody(
      "HTTP with headers", in: .http,
      """
      POST /v1/projects/shop/messages:send HTTP/1.1
      Host: fcm.googleapis.com
      Content-Type: application/json
      Authorization: Bearer ya29.a

      {"message": {"topic": "spring", "notification": {"title": "Hello"}}}
      """),
    RequestBody(
      "HTTP with ends of lines of its own", in: .http, finds: ["request.type"],
      """
      POST https://fcm.googleapis.com/v1/projects/shop/messages:send HTTP/1.1\r
      Authorization: Bearer a\r
      \r
      {"message": {"topic": "a", "notification": {"title": "T"}, "data": {"n": 1}}}\r

      """),
    RequestBody(
      "a file of several requests", in: .http, finds: ["ios.mutable-content", "request.target"],
      """
      # Variables
      @token = {{$processEnv FCM_TOKEN}}

      ### first
      POST {{endpoint}}/v1/projects/{{project}}/messages:send
      Authorization: Bearer {{token}}
      Content-Type: application/json

      {"message": {"notification": {"title": "No target"}}}

      ### second
      POST {{endpoint}}/v1/projects/{{project}}/messages:send
      Authorization: Bearer {{token}}

      {"message": {"topic": "a", "notification": {"title": "T", "image": "\(picture)"}}}

      > {% client.test("sent", function() { client.assert(response.status === 200) }) %}
      """),
    RequestBody("HTTP without a body", in: .http, finds: ["request.shape"], "POST /v1/x HTTP/1.1\nHost: a\n\n"),
    RequestBody(
      "a command for curl", in: .shell, finds: ["ios.mutable-content"],
      """
      curl -X POST -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
        -d '{"message": {"topic": "a", "notification": {"title": "T", "image": "\(picture)"}}}' \\
        https://fcm.googleapis.com/v1/projects/shop/messages:send
      """),
    RequestBody(
      "a command with double quotes", in: .shell, finds: ["request.type"],
      #"curl --data "{\"message\": {\"token\": \"$DEVICE\", \"notification\": {\"title\": \"T\"}, \"data\": {\"n\": 1}}}" "$URL""#
    ),
    RequestBody(
      "a quote within quotes", in: .shell, finds: ["message.data-key"],
      #"curl --json '{"message": {"topic": "a", "notification": {"title": "It'\''s here"}, "data": {"from": "b"}}}' $URL"#
    ),
    RequestBody(
      "a variable between quotes", in: .shell,
      #"curl --data-raw='{"message": {"token": "'"$DEVICE"'", "notification": {"title": "T"}}}' "$URL""#),
    RequestBody(
      "here-documents", in: .shell, finds: ["ios.aps"],
      """
      #!/bin/sh
      set -eu
      exec curl --header @/dev/fd/3 --data-binary @- "$URL" 3<<END_OF_TOKEN <<'END'
      Authorization: Bearer $FCM_TOKEN
      END_OF_TOKEN
      {
        "message": {"topic": "a", "notification": {"title": "T"}, "apns": {"payload": {}}}
      }
      END
      """),
    RequestBody(
      "as a browser's tools copy it", in: .shell, finds: ["request.unknown-field"],
      #"curl 'https://a/' --data-raw $'{"message": {"topic": "a", "notification": {"title": "It\'s \\u0021", "subtitel": "b"}}}'"#
    ),
    RequestBody("no command", in: .shell, finds: ["request.shape"], "#!/bin/sh\necho '{\"a\": 1}'\n"),
  ]
}
