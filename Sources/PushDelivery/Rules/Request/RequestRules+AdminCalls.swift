import Findings

// What the Admin SDKs of programs refuse before anything is sent. It is told by the rules that tell the like of requests to FCM itself.
extension RequestRules {
  /// Values of other types than the SDK's, which may be others than the API's.
  static func adminValues(_ document: RequestDocument) -> [Finding] {
    document.adminRefusals.compactMap { refusal in
      switch refusal.kind {
      case .type(let found, let expected):
        Finding(
          "\(found) stands where \(refusal.sdk.displayName) takes \(expected): it throws, and nothing is sent",
          remedy: "write \(expected)", at: document.place(of: refusal))
      case .value(let text, let expected):
        Finding(
          "\(text.quoted) is none of the values that \(refusal.sdk.displayName) takes here, so nothing is sent",
          remedy: "write one of \(expected.joined(separator: ", "))", at: document.place(of: refusal))
      case .argument, .both: nil
      }
    }
  }

  /// Names that are none of the SDK's arguments.
  static func adminArguments(_ document: RequestDocument) -> [Finding] {
    document.adminRefusals.compactMap { refusal in
      guard case .argument(let name, let correct) = refusal.kind else { return nil }
      return Finding(
        "\(refusal.sdk.displayName) has no argument \(name.quoted) here: it throws, and nothing is sent",
        remedy: "write \(correct)", at: document.place(of: refusal))
    }
  }

  /// Fields under the API's name and the SDK's.
  static func adminNamesTwice(_ document: RequestDocument) -> [Finding] {
    document.adminRefusals.compactMap { refusal in
      guard case .both(let name, let own) = refusal.kind else { return nil }
      return Finding(
        "\(name.quoted) and \(own.quoted) are the same field, and \(refusal.sdk.displayName) throws where both stand",
        remedy: "keep \(own)", at: document.place(of: refusal))
    }
  }
}

extension RequestDocument {
  fileprivate func place(of refusal: AdminRefusal) -> TextPlace? {
    place(at: refusal.range.lowerBound, refusal.path)
  }
}
