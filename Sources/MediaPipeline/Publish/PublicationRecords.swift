import Essentials
package import MediaFacts
package import PushDelivery
import Synchronization

/// A destination's records, and what they must show of a file.
package struct RecordedFiles: Sendable {
  let records: PublicationRecords
  let address: PublicURLs
  private let verification: URLVerification

  package init(_ records: PublicationRecords, at address: PublicURLs, _ verification: URLVerification) {
    (self.records, self.address, self.verification) = (records, address, verification)
  }

  /// A file that is recorded as present.
  func asset(_ name: String, _ digest: ContentDigest) -> PublishedAsset? {
    let url = address.url(ofFileNamed: name, digest: digest)
    let isProven = records.prove(name, url: url, digest: digest, verification: verification)
    return isProven ? PublishedAsset(name: name, url: url, wasWritten: false) : nil
  }

  func add(_ asset: PublishedAsset, _ digest: ContentDigest) {
    records.add(asset.name, url: asset.url, digest: digest, verification: verification)
  }
}

/// Files that earlier runs published to a destination and found there, so that they need not be requested again.
///
/// A name holds the digest of its bytes and is never overwritten, so a record stays true until the object is removed. It is trusted for an
/// hour: consecutive runs request nothing, and removed objects are soon noticed.
package final class PublicationRecords: Sendable {
  /// One asset.
  struct Record: Hashable, Codable {
    var name: String
    var url: String
    var digest: ContentDigest
    /// The digest of the place's URL; records of earlier versions have none.
    var place: ContentDigest?
    var verification: URLVerification
    /// In seconds since 1970.
    var moment: Int
  }

  /// For how many seconds a record is trusted.
  package static let lifetime = 3_600

  private let path: String
  private let place: ContentDigest?
  private let now: Int
  private let state: Mutex<State>

  private struct State {
    /// By name.
    var records: [String: Record]
    /// The names that this run added.
    var added: Set<String> = []
    /// Whether any asset was found here, and the earliest time of an earlier record that was trusted.
    var hasProven = false
    var earliest: Int?
  }

  /// - Parameters:
  ///   - path: a file of one record a line; created with the first one. Unreadable lines are ignored.
  ///   - place: the URL that its objects are put under; records of other places are dropped. nil: those of all places are kept.
  ///   - isBelieved: whether its records count, and are not only rewritten.
  package init(
    path: String, of place: String? = nil, isBelieved: Bool = true, now: Int = Int(Date().timeIntervalSince1970)
  ) {
    let place = place.map { ContentDigest(of: Array($0.utf8)) }
    (self.path, self.place, self.now) = (path, place, now)
    let bytes = isBelieved ? (try? FileReading.bytes(of: path, limit: 100_000_000)) ?? [] : []
    let decoder = JSONDecoder()
    let read = bytes.split(separator: UInt8(ascii: "\n")).compactMap {
      try? decoder.decode(Record.self, from: Data($0))
    }.filter { place == nil || $0.place == place }
    state = Mutex(State(records: Dictionary(read.map { ($0.name, $0) }) { $1 }))
  }

  /// Whether an asset was published and tried at least as well as needed.
  package func prove(_ name: String, url: String, digest: ContentDigest, verification: URLVerification) -> Bool {
    state.withLock { state in
      guard let record = state.records[name], record.url == url, record.digest == digest,
        record.verification == .get || verification == .off, isTrusted(record)
      else { return false }
      state.hasProven = true
      if !state.added.contains(name) { state.earliest = min(record.moment, state.earliest ?? .max) }
      return true
    }
  }

  /// The file may contain any number, so none is used in arithmetic.
  private func isTrusted(_ record: Record) -> Bool { (now - Self.lifetime...now).contains(record.moment) }

  /// The earliest time at which a URL proven here was loaded, in seconds since 1970; nil if this run loaded them all.
  package var provedSince: Int? { state.withLock(\.earliest) }

  var provedAny: Bool { state.withLock(\.hasProven) }

  package func add(_ name: String, url: String, digest: ContentDigest, verification: URLVerification) {
    state.withLock { state in
      state.records[name] = Record(
        name: name, url: url, digest: digest, place: place, verification: verification, moment: now)
      state.added.insert(name)
    }
  }

  /// The file with a destination's records in a folder.
  package static func path(in folder: String) -> String { folder + "/published.jsonl" }

  /// Removes the records of missing files, so that the next run checks them.
  package func forget(urls: Set<String>) {
    let hasForgotten = state.withLock { state in
      let count = state.records.count
      state.records = state.records.filter { !urls.contains($0.value.url) }
      return state.records.count < count
    }
    if hasForgotten { save() }
  }

  /// Writes the records for the next run. If that fails, the next run only needs more requests. Records that are no longer trusted are
  /// dropped, so that the file does not grow with every campaign.
  package func save() {
    let known = state.withLock { $0.records.values.filter(isTrusted).sorted { $0.name < $1.name } }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let lines = known.compactMap { try? encoder.encode($0) }.flatMap { $0 + [UInt8(ascii: "\n")] }
    try? DurableFile.write(lines, to: path, isDurable: false)
  }
}
