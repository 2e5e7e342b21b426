import Findings
import Foundation
import MediaFacts
import PushDelivery

/// What composing a campaign came to in an earlier run, and the files of the request folder that hold it.
struct RememberedComposition: Sendable {
  /// Of everything that decides what is composed.
  var state: ContentDigest
  var composition: CampaignComposition
  /// By their paths in the request folder.
  var files: [String: File]

  /// A file of the set.
  struct File: Hashable, Sendable {
    var known: RememberedFile
    /// nil where the stamp alone shows that it is the same.
    var digest: ContentDigest?
  }

  /// What such files begin with, behind their digest. Another form of them has another number.
  private static let beginning = Array("richpush requests 1\n".utf8)

  init(state: ContentDigest, _ composition: CampaignComposition, files: [String: File]) {
    (self.state, self.composition, self.files) = (state, composition, files)
  }

  /// - Returns: nil where something has no form in which it can be written.
  var bytes: [UInt8]? {
    guard let diagnostics = try? CacheKey.encoder.encode(composition.diagnostics),
      let recipients = try? CacheKey.encoder.encode(composition.tally.recipients)
    else { return nil }
    var writer = CompactWriter(beginning: Self.beginning)
    writer.add(state)
    writer.add(files.count)
    for (path, file) in files.sorted(by: { $0.key < $1.key }) {
      writer.add(path)
      file.known.write(to: &writer)
      writer.add(file.digest) { $0.add($1) }
    }
    writer.add(diagnostics)
    writer.add(recipients)
    writer.add(composition.outcomes.count)
    for outcome in composition.outcomes { outcome.write(to: &writer) }
    return writer.sealed
  }

  /// - Parameter state: what it must be of.
  /// - Returns: nil for any other.
  init?(_ bytes: [UInt8], of state: ContentDigest) {
    guard var reader = CompactReader(sealed: bytes, beginning: Self.beginning) else { return nil }
    do throws(CompactReader.Damage) {
      guard try reader.digest() == state else { return nil }
      self.state = state
      files = [:]
      for _ in 0..<(try reader.count()) {
        let (path, known) = (try reader.string(), try RememberedFile(&reader))
        files[path] = File(known: known, digest: try reader.flag() ? try reader.digest() : nil)
      }
      let (diagnostics, recipients) = (try reader.text(), try reader.text())
      var outcomes: [RequestOutcome] = []
      for _ in 0..<(try reader.count()) { outcomes.append(try .read(&reader)) }
      guard reader.isAtEnd, let composition = CampaignComposition(outcomes, json: diagnostics, recipients) else {
        return nil
      }
      self.composition = composition
    } catch {
      return nil
    }
  }
}

extension CampaignComposition {
  /// What composing had come to.
  ///
  /// - Returns: nil where the bytes are no JSON of them.
  fileprivate init?(_ outcomes: [RequestOutcome], json diagnostics: [UInt8], _ recipients: [UInt8]) {
    let decoder = JSONDecoder()
    guard let diagnostics = try? decoder.decode([Diagnostic].self, from: Data(diagnostics)),
      let recipients = try? decoder.decode(Recipients.self, from: Data(recipients))
    else { return nil }
    self.outcomes.append(contentsOf: outcomes)
    self.diagnostics += diagnostics
    for group in recipients.groups { tally.add(group) }
  }
}

extension RequestOutcome {
  private static let statuses: [Status] = [.ready, .refused, .withheld]
  private static let proofs: [DeliveryProof] = [.proven, .unproven]

  fileprivate func write(to writer: inout CompactWriter) {
    writer.add(id)
    writer.add(Self.statuses.firstIndex(of: status) ?? 0)
    writer.add(file) { $0.add($1) }
    writer.add(assets.count)
    for asset in assets { writer.add(asset) }
    writer.add(payloadBytes) { $0.add($1) }
    writer.add(payload) { for number in [$1.android, $1.apns, $1.webpush] { $0.add(number) } }
    writer.add(proof.flatMap(Self.proofs.firstIndex)) { $0.add($1) }
  }

  fileprivate static func read(_ reader: inout CompactReader) throws(CompactReader.Damage) -> RequestOutcome {
    let id = try reader.string()
    let status = try element(of: statuses, at: reader.integer())
    var outcome = RequestOutcome(id: id, status: status)
    if try reader.flag() { outcome.file = try reader.string() }
    for _ in 0..<(try reader.count()) { outcome.assets.append(try reader.string()) }
    if try reader.flag() { outcome.payloadBytes = try reader.integer() }
    if try reader.flag() {
      let (android, apns) = (try reader.integer(), try reader.integer())
      outcome.payload = Payload(android: android, apns: apns, webpush: try reader.integer())
    }
    if try reader.flag() { outcome.proof = try element(of: proofs, at: reader.integer()) }
    return outcome
  }

  private static func element<Element>(
    of elements: [Element], at index: Int
  ) throws(CompactReader.Damage) -> Element {
    guard elements.indices.contains(index) else { throw CompactReader.Damage() }
    return elements[index]
  }
}
