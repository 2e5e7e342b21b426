import Essentials
import Findings
import MediaFacts
import PushDelivery

/// The result of composing a campaign in an earlier run, and its files in the request folder.
struct RememberedComposition: Sendable {
  /// The digest of all that affects it.
  var state: ContentDigest
  var composition: CampaignComposition
  /// By their paths in the request folder.
  var files: [String: File]

  /// A file of the set.
  struct File: Hashable, Sendable {
    var known: RememberedFile
    /// nil if the stamp shows that it is the same.
    var digest: ContentDigest?
  }

  /// The beginning of such files, after their digest. Each format has its number.
  private static let beginning = Array("richpush requests 3\n".utf8)

  init(state: ContentDigest, _ composition: CampaignComposition, files: [String: File]) {
    (self.state, self.composition, self.files) = (state, composition, files)
  }

  /// - Returns: nil if something cannot be encoded.
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
    writer.add(composition.outcomes.lines)
    return writer.sealed
  }

  /// - Parameter state: the required one.
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
      guard let outcomes = RequestOutcomes(lines: try reader.text()), reader.isAtEnd,
        let composition = CampaignComposition(outcomes, json: diagnostics, recipients)
      else { return nil }
      self.composition = composition
    } catch {
      return nil
    }
  }
}

extension CampaignComposition {
  /// The result of composing.
  ///
  /// - Returns: nil if the bytes are not their JSON.
  fileprivate init?(_ outcomes: RequestOutcomes, json diagnostics: [UInt8], _ recipients: [UInt8]) {
    let decoder = JSONDecoder()
    guard let diagnostics = try? decoder.decode([Diagnostic].self, from: Data(diagnostics)),
      let recipients = try? decoder.decode(Recipients.self, from: Data(recipients))
    else { return nil }
    self.outcomes = outcomes
    self.diagnostics += diagnostics
    for group in recipients.groups { tally.add(group) }
  }
}
