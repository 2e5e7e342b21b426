import Essentials
import Findings
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
  private static let beginning = Array("richpush requests 3\n".utf8)

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
    writer.add(composition.outcomes.lines)
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
  /// What composing had come to.
  ///
  /// - Returns: nil where the bytes are no JSON of them.
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
