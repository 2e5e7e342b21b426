import Findings

/// How large the messages of one shape are: a payload grows by as many bytes as its texts do, as often as each stands in it.
struct PayloadTemplate: Sendable {
  private let base: PayloadEstimate
  /// How often each text stands in the payload of each platform.
  private let counts: [PayloadEstimate]

  /// - Parameters:
  ///   - marked: a message with a mark in the place of each text.
  ///   - texts: these texts.
  ///   - estimate: how large a message is.
  init?(_ marked: CampaignMessage, _ texts: [MessageText], estimate: (CampaignMessage) -> PayloadEstimate?) {
    guard var base = estimate(marked) else { return nil }
    let whole = base
    var counts: [PayloadEstimate] = []
    for text in texts {
      var longer = marked
      let mark = marked[text] ?? ""
      longer[text] = mark + "a"
      guard let larger = estimate(longer) else { return nil }
      let count = larger.minus(whole)
      counts.append(count)
      base = base.adding(count, times: -mark.utf8.count, escaped: -mark.utf8.count)
    }
    (self.base, self.counts) = (base, counts)
  }

  /// - Parameters:
  ///   - texts: as they are.
  ///   - escaped: as JSON writes them.
  func payload(_ texts: [String], _ escaped: [[UInt8]]) -> PayloadEstimate {
    counts.indices.reduce(base) { sum, index in
      sum.adding(counts[index], times: texts[index].utf8.count, escaped: escaped[index].count)
    }
  }
}

extension PayloadEstimate {
  fileprivate func minus(_ other: Self) -> Self {
    Self(android: android - other.android, apns: apns - other.apns, webpush: webpush - other.webpush)
  }

  /// Only what APNs gets is counted as JSON.
  fileprivate func adding(_ count: Self, times bytes: Int, escaped: Int) -> Self {
    Self(
      android: android + count.android * bytes, apns: apns + count.apns * escaped,
      webpush: webpush + count.webpush * bytes)
  }
}
