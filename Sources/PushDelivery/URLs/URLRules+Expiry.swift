import Findings

extension URLRules {
  static let expiry = Rule<URLCandidate>("url.expiry") { candidate in
    guard let url = candidate.parsed, let expiry = SignatureExpiry(url) else { return [] }
    if expiry.isTooLong {
      return [Finding("the URL is signed for more than seven days, which servers refuse at once")]
    }
    if expiry.moment <= candidate.now { return [Finding("the URL's signature has expired: servers answer 403")] }
    let remaining = expiry.moment - candidate.now
    guard remaining < candidate.lifetime else { return [] }
    return [
      Finding(
        "the URL's signature expires in \(remaining / 3600) hours, and the message may reach devices for "
          + "\(candidate.lifetime / 3600): those that get it later cannot load it", severity: .warning)
    ]
  }
}
