/// The rules about a send request, one message at a time.
public enum RequestRules {
  public static let all: [Rule<RequestDocument>] = fields + targets + content + apple + android + web

  private static let fields = [unknownField, adminName, legacyField, duplicateField, fieldType, androidGenerations]
  private static let targets = [oneTarget, deprecatedToken, topic, condition, token, installation]
  private static let content = [dataKey, timeToLive, analyticsLabel, payloadSize]
  private static let apple = [
    mutableContent, mutableContentPlace, appleImagePlace, alertText, backgroundPriority, serviceExtension,
  ]
  private static let android = [iconColor, foreground, longBody]
  private static let web = [webImagePlace, webImageHeader, webLink, webCoverage]
}

extension RuleExample {
  /// A request with these members beside its topic and its words.
  static func message(_ members: String) -> RuleExample {
    request(
      """
      {
        "message": {
          "topic": "spring",
          "notification": {"title": "Spring is here"},
          \(members.replacing("\n", with: "\n    "))
        }
      }
      """)
  }

  /// Words alone: what no rule minds.
  static let words = request(
    """
    {"message": {"topic": "spring", "notification": {"title": "Spring is here", "body": "Come and see."}}}
    """)

  /// The same picture for every client, in the one place where each looks.
  static let picture = message(
    """
    "android": {"notification": {"image": "https://static.example.com/tulips.jpg"}},
    "apns": {
      "payload": {"aps": {"mutable-content": 1}},
      "fcm_options": {"image": "https://static.example.com/tulips.jpg"}
    },
    "webpush": {"notification": {"image": "https://static.example.com/tulips.jpg"}}
    """)
}
