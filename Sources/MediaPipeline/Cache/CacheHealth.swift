package import Findings

/// How a shared cache does during one run: when to stop using it, and what to report at the end.
///
/// Storing may be given up while loading goes on, since many may read and few may write. A cache that refuses access is not asked again,
/// nor one that failed three times in a row (twice if slowly): a run would wait for it for each file.
package struct CacheHealth: Hashable, Sendable {
  package enum Deed: Hashable, Sendable, CaseIterable { case load, store }

  /// This many failures in a row are not an accident.
  package static let mostFailures = 3

  private var failuresInARow: [Deed: Int] = [:]
  private var givenUp: Set<Deed> = []
  private var firstErrors: [Deed: ObjectStoreError] = [:]
  /// Entries with the wrong content.
  private var wrongCount = 0
  private var firstWrong: String?
  /// Entries not stored because storing took longer than making them.
  private var droppedCount = 0

  package init() {}

  package func permits(_ deed: Deed) -> Bool { !givenUp.contains(deed) }

  package mutating func succeeded(_ deed: Deed) { failuresInARow[deed] = 0 }

  /// Why some entries are not stored; nil if all are.
  package var storingError: ObjectStoreError? { firstErrors[.store] ?? (permits(.store) ? nil : firstErrors[.load]) }

  /// A cancelled request proves nothing.
  package mutating func failed(_ deed: Deed, _ error: ObjectStoreError) {
    guard error.reason != .cancelled else { return }
    failuresInARow[deed, default: 0] += error.reason == .timedOut ? 2 : 1
    if firstErrors[deed] == nil { firstErrors[deed] = error }
    if error.isAboutStore || failuresInARow[deed, default: 0] >= Self.mostFailures {
      givenUp.formUnion(deed == .load ? Deed.allCases : [.store])
    }
  }

  package mutating func foundWrong(_ what: String) {
    wrongCount += 1
    if firstWrong == nil { firstWrong = what }
  }

  package mutating func dropped(_ count: Int) { droppedCount += count }
}

extension CacheHealth {
  /// The report in one diagnostic; nil if all went well.
  ///
  /// - Parameter name: the cache's name.
  package func note(about name: String) -> Diagnostic? {
    let sentences = [loading, storing, wrong, dropped].compactMap { $0 }
    guard !sentences.isEmpty else { return nil }
    return Diagnostic(.machineSharedCache, .cache, "\(name): " + sentences.joined(separator: "; "), remedy: remedy)
  }

  private var loading: String? {
    firstErrors[.load].map { error in
      "\(error.briefly), so \(givenUp.contains(.load) ? "it was not asked again and " : "")what it may have was made here"
    }
  }

  private var storing: String? {
    guard let error = firstErrors[.store], firstErrors[.load]?.reason != error.reason else { return nil }
    return
      "\(error.briefly), so \(givenUp.contains(.store) ? "nothing more" : "not everything") was stored for other machines"
  }

  private var wrong: String? {
    firstWrong.map { first in
      "\(wrongCount == 1 ? "an entry is" : "\(wrongCount) entries are") not what \(wrongCount == 1 ? "it claims" : "they claim") to be "
        + "(\(first)) and had to be made here"
    }
  }

  private var dropped: String? {
    guard droppedCount > 0 else { return nil }
    return (droppedCount == 1 ? "an entry" : "\(droppedCount) entries")
      + " could not be stored in the time that a run has for it"
  }

  private var remedy: String? {
    guard let error = firstErrors[.load] ?? firstErrors[.store] else {
      return firstWrong == nil
        ? nil : "find out who may write there; a run that may write puts right entries in their places"
    }
    switch error.reason {
    case .noCredentials, .settings: return error.remedy
    case .credentials:
      return error.remedy ?? "set RICHPUSH_CACHE_TOKEN, or the bucket's credentials, to what the cache accepts"
    case .forbidden:
      return "let the credentials read and write there, or use it with `mode: read-only`"
    case .missingBucket, .wrongRegion: return "correct the URL, the region or the endpoint under cache.remote"
    case .rejected where error.detail.hasPrefix("status 413"):
      return "let it take entries of up to 50 MB, with nginx by client_max_body_size"
    default: return nil
    }
  }
}

extension Diagnostic.Subject {
  /// The cache that machines share.
  static let cache = Diagnostic.Subject(.configuration, "cache.remote")
}
