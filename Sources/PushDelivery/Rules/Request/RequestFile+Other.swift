import Findings

extension RequestFile {
  /// Whether a text is JSON of something else, such as a program's settings: it has no request, and no name that looks like one.
  package var isOtherJSON: Bool {
    documents.isEmpty && foreign.isEmpty && !strangers.isEmpty && emptyRequests.isEmpty && passedOver.isEmpty
      && !strangers.contains(where: \.resemblesRequest)
  }
}

extension JSONNode {
  /// Whether it or a child has a name that requests have, or a typing error of one.
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
