import Findings

// What Apple's systems read in `aps`, and push services in web push headers.
extension RequestRules {
  static let apsKey = Rule<RequestDocument>("ios.aps-key") { document in
    let aps = ["apns", "payload", "aps"]
    return (document.node(aps)?.members ?? []).compactMap { member in
      // Another rule reports it.
      guard member.name != "mutable-content" else { return nil }
      let path = aps + [member.name]
      if member.name == "badge", let text = member.value.text {
        return Finding(
          "the badge is the text \(text.quoted), and Apple's systems take a number", at: document.place(of: path),
          repair: Int(text).map { document.replacing(member.value.range, by: String($0)) } ?? [])
      }
      guard !appleKeys.contains(member.name), let name = appleKey(almost: member.name) else { return nil }
      return Finding(
        "\(member.name.quoted) has no effect in aps", remedy: "write it as \(name)", at: document.place(of: path),
        repair: document.renaming(path, to: name))
    }
  }

  /// Apple's name for a key that differs only in hyphens and case.
  private static func appleKey(almost name: String) -> String? {
    let key = appleKeysByLetters[letters(of: name)]
    return key == name ? nil : key
  }

  private static func letters(of name: String) -> String { name.lowercased().filter { $0 != "-" && $0 != "_" } }

  private static let appleKeysByLetters = Dictionary(uniqueKeysWithValues: appleKeys.map { (letters(of: $0), $0) })

  /// Except `mutable-content`, which another rule reports.
  private static let appleKeys = [
    "alert", "badge", "sound", "category", "thread-id", "content-available", "target-content-id", "interruption-level",
    "relevance-score", "filter-criteria", "stale-date", "content-state", "timestamp", "event", "dismissal-date",
    "attributes-type", "attributes", "url-args",
  ]

  static let webHeader = Rule<RequestDocument>("web.header") { document in
    (document["webpush", "headers"]?.members ?? []).compactMap { header in
      guard let text = header.value.text, let isRight = webHeaders[header.name.lowercased()], !isRight(text) else {
        return nil
      }
      return Finding(
        "the header \(header.name) is \(text.quoted), which web push does not know",
        at: document.place("webpush", "headers", header.name))
    }
  }

  private static let webHeaders: [String: @Sendable (String) -> Bool] = [
    "urgency": { ["very-low", "low", "normal", "high"].contains($0.lowercased()) },
    "topic": { text in
      (1...32).contains(text.utf8.count) && text.utf8.allSatisfy { isUnreserved($0) && !".~".utf8.contains($0) }
    },
  ]
}
