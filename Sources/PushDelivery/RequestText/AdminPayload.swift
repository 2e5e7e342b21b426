import Findings

/// The payload for APNs as the Admin SDKs write it.
struct AdminPayload {
  let sdk: AdminSDK

  func sent(_ payload: JSONNode) -> JSONNode {
    payload.mapMembers { $0.name == "aps" ? $0.with(aps($0.value)) : $0 }
  }

  private func aps(_ aps: JSONNode) -> JSONNode {
    let names = sdk == .node ? Self.nodeAps : Self.pythonAps
    return aps.renamed(by: names).flattened("custom_data").mapMembers { member in
      switch member.name {
      case "alert": member.with(alert(member.value))
      // Of these the SDKs know `true` and 1.
      case "content-available", "mutable-content":
        member.value.content == .bool(true) ? member.with(member.value.with(.number("1"))) : member
      default: member
      }
    }
  }

  private func alert(_ alert: JSONNode) -> JSONNode {
    alert.renamed(by: sdk == .node ? Self.nodeAlert : Self.pythonAlert).flattened("custom_data")
  }

  static let nodeAps = inverted(AdminNames.nodeAps)
  private static let nodeAlert = inverted(AdminNames.nodeAlert)
  private static let pythonAps = inverted(AdminNames.pythonAps)
  private static let pythonAlert = inverted(AdminNames.pythonAlert)
}

extension JSONNode {
  /// What browsers show, by the names of the Notification API.
  var asWebNotification: JSONNode { renamed(by: Self.webNames).flattened("custom_data") }

  private static let webNames = inverted(AdminNames.pythonWebTexts).merging(inverted(AdminNames.pythonWebValues)) {
    first, _ in first
  }.merging(["direction": "dir", "timestamp_millis": "timestamp"]) { first, _ in first }

  /// With the value of a member in the place of which nobody can tell anything.
  func with(computed name: String) -> JSONNode {
    mapMembers { $0.name == name ? $0.with(.init(computed: $0.value)) : $0 }
  }
}

extension JSONNode {
  /// The arguments of Python's `timedelta` together; nil where one is not known.
  var secondsOfArguments: Double? {
    let units = ["weeks": 604_800, "days": 86_400, "hours": 3600, "minutes": 60, "seconds": 1, "milliseconds": 0.001]
    let parts = members.map { member -> Double? in
      guard let unit = units[member.name], let count = member.value.number else { return nil }
      return count * unit
    }
    return parts.contains(nil) || parts.isEmpty ? nil : parts.compactMap(\.self).reduce(0, +)
  }
}

extension JSONNode {
  /// A value in the place of another that nobody can tell.
  init(computed node: JSONNode) {
    self.init(offset: node.offset, end: node.end, content: .expression(""))
  }

  /// Another value in its place.
  func with(_ content: Content) -> JSONNode { JSONNode(offset: offset, end: end, content: content) }

  func mapMembers(_ change: (Member) -> Member) -> JSONNode {
    isObject ? with(.object(members.map(change))) : self
  }

  fileprivate func renamed(by names: [String: String]) -> JSONNode {
    mapMembers { $0.named(names[$0.name] ?? $0.name, $0.value) }
  }

  /// With the members of a member of this name among its own.
  fileprivate func flattened(_ name: String) -> JSONNode {
    guard isObject else { return self }
    return with(.object(members.flatMap { $0.name == name && $0.value.isObject ? $0.value.members : [$0] }))
  }
}

extension JSONNode.Member {
  var nameRange: Range<Int> { nameOffset..<nameEnd }

  func with(_ value: JSONNode) -> Self { named(name, value) }

  func named(_ name: String, _ value: JSONNode) -> Self {
    Self(name: name, nameOffset: nameOffset, nameEnd: nameEnd, value: value)
  }
}
