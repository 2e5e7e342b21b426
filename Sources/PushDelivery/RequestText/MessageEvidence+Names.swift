import Findings

// Whether the names within an object are FCM's: the states and settings of programs have a `notification` or `android`, too.
extension MessageEvidence {
  /// Whether an object says whom it goes to: a text, texts, or what the program puts there.
  static func hasTarget(_ node: JSONNode) -> Bool {
    node.members.contains { member in
      targets.contains(member.name) && mayBeWords(member.value) || legacyTargets.contains(member.name)
    }
  }

  /// Whether an object is of the legacy interface.
  static func isLegacy(_ node: JSONNode) -> Bool { node.members.contains { legacyTargets.contains($0.name) } }

  /// Whether a notification has a title and a body, and neither is empty.
  static func hasWords(_ node: JSONNode) -> Bool {
    guard let notification = node["notification"] else { return false }
    return ["title", "body"].allSatisfy { notification[$0].map(mayBeWords) == true }
  }

  /// Whether one of the names in its sections is FCM's, or is not known.
  static func hasOwnNames(_ node: JSONNode) -> Bool {
    sections(of: node).contains { section in
      section.value.isExpression || section.value.isOpen
        || section.value.members.contains { isField($0.name, of: section, in: node) }
    }
  }

  /// Whether all names in an object and in its sections are FCM's, as far as they are known.
  static func hasOwnNamesAlone(_ node: JSONNode) -> Bool {
    let names = Set(node.members.map(\.name)).subtracting([JSONNode.spreadName])
    guard names.isSubset(of: contents.union(targets).union(others)), hasOwnNames(node) else { return false }
    return sections(of: node).allSatisfy { section in
      section.value.isExpression
        || section.value.isObject
          && section.value.members.allSatisfy {
            $0.name == JSONNode.spreadName || isField($0.name, of: section, in: node)
          }
    }
  }

  private static let legacyTargets: Set = ["to", "registration_ids"]

  /// What notifications of the legacy interface have beside title and body.
  private static let legacyNames: Set = [
    "sound", "icon", "badge", "tag", "color", "click_action", "subtitle", "android_channel_id", "body_loc_key",
    "body_loc_args", "title_loc_key", "title_loc_args",
  ]

  private static func sections(of node: JSONNode) -> [JSONNode.Member] {
    node.members.filter { platforms.contains($0.name) }
  }

  private static func isField(_ name: String, of section: JSONNode.Member, in node: JSONNode) -> Bool {
    guard case .message(let type)? = MessageFieldTable.field(named: section.name, in: "Message")?.kind else {
      return false
    }
    return MessageFieldTable.field(named: name, in: type) != nil || AdminSDK.node.field(named: name, in: type) != nil
      || AdminSDK.python.field(named: name, in: type) != nil
      || section.name == "notification" && isLegacy(node) && legacyNames.contains(name)
  }

  private static func mayBeWords(_ node: JSONNode) -> Bool {
    node.text?.isEmpty == false || node.elements != nil || node.isExpression
  }
}
