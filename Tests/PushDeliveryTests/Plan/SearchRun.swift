import Foundation
import PushDelivery

/// A quality search played to its end against an encoder, and its broken promises.
struct SearchRun {
  let qualities: ClosedRange<Int>
  let limit: Int
  /// The search's answer; nil if it did not end.
  private(set) var result: QualitySearch.Step?
  private(set) var trials: [QualitySearch.Trial] = []

  /// - Parameter size: the encoder: bytes at a quality. It may be one that answers to what was tried before.
  init(_ search: QualitySearch, size: (Int) -> Int) {
    var search = search
    (qualities, limit) = (search.qualities, search.limit)
    while trials.count < 300, result == nil {
      switch search.next {
      case .try(let quality):
        search.record(quality: quality, bytes: size(quality))
        trials = search.trials
      case .done, .impossible: result = search.next
      }
    }
  }

  /// 2 log2(n) + 3.
  var mostTrials: Double { 2 * log2(Double(qualities.count)) + 3 }

  /// Every promise that was broken, in words; empty when all were kept.
  var brokenPromises: [String] {
    var broken: [String] = []
    if Set(trials.map(\.quality)).count != trials.count { broken.append("tried a quality twice") }
    if !trials.allSatisfy({ qualities.contains($0.quality) }) { broken.append("left the range") }
    if Double(trials.count) > mostTrials { broken.append("\(trials.count) trials of \(qualities.count)") }
    switch result {
    case .done(let quality): broken += brokenPromises(ofDoneAt: quality)
    case .impossible(let smallest): broken += brokenPromises(ofImpossibleAt: smallest)
    case .try, nil: broken.append("did not end")
    }
    return broken
  }

  private func brokenPromises(ofDoneAt quality: Int) -> [String] {
    var broken: [String] = []
    if !wasSeen(toFit: true, at: quality) { broken.append("answered \(quality), which was not seen to fit") }
    if quality != qualities.upperBound, !wasSeen(toFit: false, at: quality + 1) {
      broken.append("answered \(quality) without having seen that \(quality + 1) is over")
    }
    return broken
  }

  private func brokenPromises(ofImpossibleAt smallest: Int) -> [String] {
    var broken: [String] = []
    if !wasSeen(toFit: false, at: qualities.lowerBound) { broken.append("gave up without having tried the floor") }
    if trials.contains(where: { $0.bytes <= limit }) { broken.append("gave up though a trial fitted") }
    if smallest != trials.map(\.bytes).min() { broken.append("reported \(smallest) as the fewest bytes") }
    return broken
  }

  private func wasSeen(toFit fits: Bool, at quality: Int) -> Bool {
    trials.contains { $0.quality == quality && ($0.bytes <= limit) == fits }
  }
}
