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
}

extension CacheHealth {
  /// The report in one diagnostic; nil if all went well.
  package func note(about name: String) -> Diagnostic? {
    let errors = [firstErrors[.load], firstErrors[.store]].compactMap(\.self)
    let sentences = [
      errors.first.map { "\($0.briefly), so not everything was taken from it or stored for other machines" },
      firstWrong.map { "entries that are not what they claim to be (\(wrongCount): \($0)) were made here" },
    ].compactMap(\.self)
    guard !sentences.isEmpty else { return nil }
    return Diagnostic(
      .machineSharedCache, .init(.configuration, "cache.remote"), "\(name): " + sentences.joined(separator: "; "),
      remedy: errors.first.flatMap(remedy)
    )
  }

  private func remedy(_ error: ObjectStoreError) -> String? {
    switch error.reason {
    case .credentials:
      error.remedy ?? "set RICHPUSH_CACHE_TOKEN, or the bucket's credentials, to what the cache accepts"
    case .forbidden: "let the credentials read and write there, or use it with `mode: read-only`"
    case .missingBucket, .wrongRegion: "correct the URL, the region or the endpoint under cache.remote"
    case .rejected where error.detail.hasPrefix("status 413"):
      "let it take entries of up to 50 MB, with nginx by client_max_body_size"
    case .noCredentials, .settings: error.remedy
    default: nil
    }
  }
}
