import Essentials
package import MediaFacts
package import PushDelivery
import Synchronization

/// What earlier runs published to a destination and found to be there, so that it need not be asked for again.
///
/// A name holds the digest of its bytes and is never overwritten, so a record stays true until somebody removes the object.
/// It is therefore trusted for an hour: runs that follow each other ask for nothing, and what somebody removed is missed soon.
package final class PublicationRecords: Sendable {
  /// One asset.
  struct Record: Hashable, Codable {
    var name: String
    var url: String
    var digest: ContentDigest
    var verification: URLVerification
    /// In seconds since 1970.
    var moment: Int
  }

  /// For how many seconds a record is trusted.
  package static let lifetime = 3_600

  private let path: String
  private let now: Int
  private let records: Mutex<[String: Record]>
  /// The names that this run added.
  private let added = Mutex<Set<String>>([])
  /// Whether any asset was found here.
  private let hasProven = Atomic(false)
  /// The earliest moment of a record of before that was believed; `Int.max` where none was.
  private let earliest = Atomic(Int.max)

  /// - Parameters:
  ///   - path: a file of one record a line; made when the first is added. Lines that cannot be read do not count.
  ///   - isBelieved: whether what stands there counts, and is not only written anew.
  package init(path: String, isBelieved: Bool = true, now: Int = Int(Date().timeIntervalSince1970)) {
    self.path = path
    self.now = now
    let bytes = isBelieved ? (try? FileReading.bytes(of: path, limit: 100_000_000)) ?? [] : []
    let decoder = JSONDecoder()
    let read = bytes.split(separator: UInt8(ascii: "\n")).compactMap {
      try? decoder.decode(Record.self, from: Data($0))
    }
    records = Mutex(Dictionary(read.map { ($0.name, $0) }) { $1 })
  }

  /// Whether an asset was published and tried at least as well as is wanted now.
  package func prove(_ name: String, url: String, digest: ContentDigest, verification: URLVerification) -> Bool {
    guard let record = records.withLock({ $0[name] }) else { return false }
    let isProven =
      record.url == url && record.digest == digest && record.verification.isAsGood(as: verification)
      && isTrusted(record)
    guard isProven else { return false }
    hasProven.store(true, ordering: .relaxed)
    if !added.withLock({ $0.contains(name) }) { earliest.min(record.moment, ordering: .relaxed) }
    return true
  }

  /// Any number may stand in the file, so none of it is calculated with.
  private func isTrusted(_ record: Record) -> Bool { (now - Self.lifetime...now).contains(record.moment) }

  /// Since when no URL was asked of those that were proven here, in seconds since 1970; nil where each was asked by this very run.
  package var provedSince: Int? {
    let moment = earliest.load(ordering: .relaxed)
    return moment == .max ? nil : moment
  }

  var provedAny: Bool { hasProven.load(ordering: .relaxed) }

  package func add(_ name: String, url: String, digest: ContentDigest, verification: URLVerification) {
    let record = Record(name: name, url: url, digest: digest, verification: verification, moment: now)
    records.withLock { $0[name] = record }
    added.withLock { _ = $0.insert(name) }
  }

  /// The file of what is kept in a folder about a destination.
  package static func path(in folder: String) -> String { folder + "/published.jsonl" }

  /// Forgets what somebody found not to be there, so that the next run asks.
  package func forget(urls: Set<String>) {
    let hasForgotten = records.withLock { records in
      let kept = records.filter { !urls.contains($0.value.url) }
      defer { records = kept }
      return kept.count < records.count
    }
    if hasForgotten { save() }
  }

  /// Writes what is known, for the next run. What cannot be written costs that run some questions, and nothing else. What is no longer
  /// trusted is left out, so that the file does not grow with every campaign.
  package func save() {
    let known = records.withLock { $0.values.filter(isTrusted).sorted { $0.name < $1.name } }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let lines = known.compactMap { try? encoder.encode($0) }.flatMap { $0 + [UInt8(ascii: "\n")] }
    try? DurableFile.write(lines, to: path, isDurable: false)
  }
}

extension URLVerification {
  /// Whether what this one proves includes what another would.
  fileprivate func isAsGood(as other: URLVerification) -> Bool {
    switch (self, other) {
    case (.get, _), (_, .off), (.head, .head): true
    case (.head, .get), (.off, .get), (.off, .head): false
    }
  }
}
