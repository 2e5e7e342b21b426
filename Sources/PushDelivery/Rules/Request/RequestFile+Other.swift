import Findings

extension RequestFile {
  /// Whether a text is JSON of something else, such as the settings of a program: it has no request, and nothing by whose name a person
  /// would take it for one. An object without members says nothing of what it is.
  package var isOtherJSON: Bool {
    documents.isEmpty && foreign.isEmpty && !strangers.isEmpty && emptyRequests.isEmpty && passedOver.isEmpty
      && !strangers.contains { $0.resemblesRequest || $0.isObject && $0.members.isEmpty }
  }
}

extension JSONNode {
  /// Whether it has a name that requests have, or one that is a slip of it, in itself or one step below.
  fileprivate var resemblesRequest: Bool {
    members.contains { member in
      Self.isRequestName(member.name) || member.value.members.contains { Self.sections.contains($0.name) }
    } || (elements ?? []).contains(where: \.resemblesRequest)
  }

  private static let sections: Set = [
    "notification", "apns", "webpush", "android_v2", "aps", "topic", "registration_ids",
  ]
  private static let names = [
    "message", "notification", "apns", "webpush", "token", "topic", "condition", "registration_ids",
  ]

  private static func isRequestName(_ name: String) -> Bool {
    names.contains(name) || name.utf8.count > 4 && names.contains { NearestName.areOneSlipApart(name.lowercased(), $0) }
  }
}
