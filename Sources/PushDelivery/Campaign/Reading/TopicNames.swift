import Findings

/// Topics whose names say that they are part of another, for others only, or for trials.
extension MessageUses {
  func reportTopicNames(_ few: [CampaignMessage], _ reader: inout YAMLReader) {
    reportParts(few, &reader)
    for (topic, use) in all(.otherPlatform) {
      reader.report(
        .campaignNearTarget, use.place,
        "the topic is called \(topic.quoted), and its message is made for other systems only, so it has no picture there",
        remedy: "write `platforms` in the message, or correct the topic")
    }
    let topics = all(.topic)
    let trials = topics.filter { Self.isForTrials($0.key) }
    for (topic, use) in trials where trials.count * 2 < topics.count {
      reader.report(
        .campaignNearTarget, use.place,
        "the topic \(topic.quoted) has a name for trials, and most others do not",
        remedy: "write the topic that its readers have subscribed to")
    }
  }

  private static let testers = Set(WordTable.leftovers.rows("tester").joined())

  /// `test-devs` and `staging-news`; not `test-drive`, `test-a`, one half of a test, or `home-staging`.
  private static func isForTrials(_ topic: String) -> Bool {
    let words = topic.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    return words.first == "staging" || words.first == "test" && words.dropFirst().allSatisfy(testers.contains)
  }

  /// The same words to a topic and to a part of it: `citizens` and `citizens-north`.
  private func reportParts(_ messages: [CampaignMessage], _ reader: inout YAMLReader) {
    let byWords = Dictionary(grouping: messages.filter { $0.target.kind == .topic && $0.title != nil }) { message in
      [message.title, message.body, message.link, message.locale] + message.media.files()
    }
    for same in byWords.values where same.count > 1 {
      let wholes = Dictionary(same.map { ($0.target.text, $0) }) { first, _ in first }
      for part in same {
        let topic = part.target.text
        let names = topic.indices.filter { "-_.".contains(topic[$0]) }.suffix(4).map { String(topic[..<$0]) }
        guard let whole = names.compactMap({ wholes[$0] }).first else { continue }
        reader.report(
          .campaignRepeatedMessage, part.place(of: .target),
          "\(whole.id.quoted) says the same to \(whole.target.text.quoted) as \(part.id.quoted) to \(topic.quoted): devices that "
            + "are in both get it twice", remedy: "send it to one of them")
      }
    }
  }
}
