import PushDelivery

// Words that people read, and what machines leave in their place.
extension RequestBody {
  private static func title(_ text: String, finds: [String] = []) -> RequestBody {
    RequestBody(
      "the title \(text)", finds: finds, ##"{"message": {"topic": "spring", "notification": {"title": "\##(text)"}}}"##)
  }

  static let shownWords: [RequestBody] = noValues + placeholders + markup

  private static let noValues: [RequestBody] =
    ["#REF!", "#N/A", "#NAME?", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!", "undefined", "null", "NaN", "None", " None "]
    .map {
      title($0, finds: ["message.no-value"])
    } + [
      title("[object Object]", finds: ["message.no-value"]), title("For [object Object]", finds: ["message.no-value"]),
      title("Hallo undefined", finds: ["message.no-value"]),
      title("Hi undefined, your order", finds: ["message.no-value"]),
      title("Guten Morgen undefined!", finds: ["message.no-value"]),
      title("undefined, your order is here", finds: ["message.no-value"]),
      title("None of your friends"), title("undefined behaviour explained"), title("The result is undefined."),
      title("Division by zero: undefined"), title("It stays undefined"), title("Undefined"),
      title("#1 in null gravity"),
      title("Nan's kitchen"),
      RequestBody(
        "an alert of Apple's without a value", with: ##""apns": {"payload": {"aps": {"alert": "#N/A"}}}"##,
        finds: ["message.no-value"]),
      RequestBody(
        "a button without a value",
        with: #""webpush": {"notification": {"actions": [{"action": "a", "title": "undefined"}]}}"#,
        finds: ["message.no-value"]),
    ]

  private static let placeholders: [RequestBody] =
    [
      "Hallo {{vorname}}", "Hello {{{ user.name }}}", "Hello ${name}", "%%FIRSTNAME%%, hello", "Hello *|FNAME|*",
      "Hello [[name]]",
      "Hello <%= name %>",
    ].map { title($0, finds: ["message.placeholder"]) } + [
      title("100%% sure, 50%% off"), title("From $5 to {10}"), title("{{}} and [[SALE]]"), title("5 * 3 | 4 * 2"),
      title("Only [[1]] left"),
      RequestBody(
        "a name that a REST client fills in", in: .http,
        """
        POST https://fcm.googleapis.com/v1/projects/shop/messages:send
        Authorization: Bearer {{token}}

        {"message": {"topic": "a", "notification": {"title": "Hello {{name}}"}}}
        """),
    ]

  private static let markup: [RequestBody] =
    [
      "<b>Sale</b>", "Line one<br>line two", "One<br />two", "<a href='https://www.iana.org/'>Go</a>", "R&amp;D",
      "5&#8239;km",
    ]
    .map { title($0, finds: ["message.markup"]) } + [
      title("R&D; more"), title("a < b > c"), title("I <3 you"), title("AT&T;"), title("x<y and y>z"),
      title("<- back ->"),
      title("Fish & chips"), title("<begin> here"),
    ]
}
