import PushDelivery

// Variables of shells and editors' REST clients in a body.
extension RequestBody {
  private static let picture = "https://static.example.com/tulips.jpg"
  private static let address = "https://fcm.googleapis.com/v1/projects/shop/messages:send"
  private static let url = #"-H "Authorization: Bearer $T" -H 'Content-Type: application/json' "# + address

  static let variables: [RequestBody] = [
    RequestBody(
      "an address in a variable", in: .shell,
      """
      IMG=\(picture)
      curl -d '{"message":{"topic":"a","notification":{"title":"T"},"android":{"notification":{"image":"'"$IMG"'"}}}}' \(url)
      """),
    RequestBody(
      "a variable that is unknown", in: .shell,
      #"curl -d "{\"message\":{\"topic\":\"a\",\"notification\":{\"title\":\"$1\",\"body\":\"${2}\"},\"android\":{\"ttl\":\"${TTL}s\",\"notification\":{\"image\":\"$IMAGE\",\"color\":\"$COLOR\"}}}}" "$URL""#
    ),
    RequestBody(
      "a topic in a variable", in: .shell,
      #"curl -d '{"message":{"topic":"'$TOPIC'","notification":{"title":"T"}}}' "$URL""#),
    RequestBody(
      "a condition with a variable", in: .shell,
      #"curl -d "{\"message\":{\"condition\":\"'$A' in topics\",\"notification\":{\"title\":\"T\"}}}" "$URL""#),
    RequestBody(
      "a number in a variable", in: .shell,
      #"curl -d '{"message":{"topic":"a","notification":{"title":"T"},"apns":{"payload":{"aps":{"badge":'$N',"sound":"a"}}}}}' "$URL""#
    ),
    RequestBody(
      "members in a variable", in: .shell,
      #"curl -d "{\"message\":{\"topic\":\"a\",\"notification\":{\"title\":\"T\"}, $MORE}}" "$URL""#),
    RequestBody(
      "a here-document with variables", in: .shell,
      """
      read -r -d '' BODY <<EOF
      {"message":{"token":"$1","notification":{"title":"$2","image":"${4:-\(picture)}"},"apns":{"payload":{"aps":{"mutable-content":1}}}}}
      EOF
      curl -d "$BODY" \(url)
      """),
    RequestBody(
      "a body in a variable", in: .shell, finds: ["request.admin-name"],
      """
      DATA='{"message":{"topic":"a","notification":{"title":"T","imageUrl":"\(picture)"}}}'
      curl -d "$DATA" \(url)
      """),
    RequestBody(
      "another body beside the message", in: .shell,
      #"""
      BASE=https://static.example.com
      TOKEN=$(curl -d '{"assertion": "a"}' https://oauth2.test-shop.de/token | jq -r .token)
      curl -d "$(cat <<EOF
      {"message":{"topic":"a","notification":{"title":"T $(date +%F)"},"android":{"notification":{"image":"$BASE/a.jpg"}}}}
      EOF
      )" "$URL"
      """#),
    RequestBody(
      "a command in backquotes", in: .shell,
      #"""
      curl -d @- "$URL" <<EOF
      {"message":{"topic":"a","notification":{"title":"It's \$5"},"data":{"at":"`date +%s`","n":`echo 1`}}}
      EOF
      """#),
    RequestBody(
      "a message in a variable", in: .shell, finds: ["request.shape"],
      #"curl -d '{"message": '"$(build)"'}' "$URL""#),
    RequestBody("a body in a file", in: .shell, finds: ["request.shape"], "curl --data @a.json \(url)"),
    RequestBody(
      "a command for HTTPie", in: .shell, finds: ["request.type"],
      #"http POST \#(address) message:='{"topic":"a","notification":{"title":"T"},"data":{"n":1}}'"#),
    RequestBody(
      "an address in a variable of HTTP", in: .http,
      """
      @image = \(picture)
      POST \(address)
      Content-Type: application/json
      Authorization: Bearer {{token}}

      {"message":{"topic":"a","notification":{"title":"T"},"android":{"notification":{"image":"{{image}}"}}}}
      """),
    RequestBody(
      "variables of HTTP that are unknown", in: .http,
      """
      POST \(address)
      Content-Type: application/json
      Authorization: Bearer {{token}}

      {"message":{"topic":"{{topic}}","notification":{"title":"T","image":"{{$processEnv IMAGE}}"},
      "apns":{"payload":{"aps":{"mutable-content":{{one}}}}}}}
      """),
    RequestBody(
      "an empty line before the headers", in: .http,
      """
      POST \(address) HTTP/1.1

      Content-Type: application/json
      Authorization: Bearer a
      {"message":{"topic":"a","notification":{"title":"T"}}}
      """),
    RequestBody(
      "HTTP with a body in a file", in: .http, finds: ["request.shape"],
      "POST \(address)\nContent-Type: application/json\n\n< ./a.json\n"),
    RequestBody(
      "typographic quotes", finds: ["json.syntax"],
      #"{“message”: {“topic”: “a”, "notification": {"title": “Hello”}}}"#),
    RequestBody(
      "no-break spaces", finds: ["json.syntax"],
      "{\u{A0}\"message\": {\"topic\":\u{A0}\"a\", \"notification\": {\"title\": \"T\"}}}"),
  ]
}
