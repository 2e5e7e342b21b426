import Findings
import Libraries
import MediaFacts
import PushDelivery
import SystemPackage

// Files of JSON Lines may have millions of requests: they are read a part at a time, and several parts are judged at once.
extension RequestChecker {
  /// Looks at a file with a request on each line. Finds the same as in the whole file.
  ///
  /// - Parameter partSize: about how many bytes are judged together.
  /// - Throws: `FileSystemError` if the file cannot be read, or must be read whole and has more than `RequestFile.mostBytes` bytes.
  func checkLines(_ path: String, partSize: Int = 1 << 18) async throws(FileSystemError) -> CheckResult {
    let source = try RequestSource(path, partSize: partSize)
    let judge = RequestJudge(settings.requestQuestion, withNotes: settings.reportsNotes)
    var (found, diagnostics, repeated) = (CheckedRequests(), [Diagnostic](), RepeatedRequests())
    try await transformInOrder(atMost: settings.pipeline.jobs * 2) { () throws(FileSystemError) in
      try source.next()
    } transform: { part in
      let judgements = judge.judgements(of: RequestFile(part), about: .init(.request, path))
      return (requests(judgements), wanted(judgements.diagnostics), RepeatedRequests.sightings(in: judgements))
    } consume: { part throws(FileSystemError) in
      found.append(part.0)
      diagnostics += part.1
      repeated.add(part.2)
      return diagnostics.count < Self.mostDiagnostics
    }
    if let bytes = source.whole { return await check(bytes, name: path) }
    diagnostics += repeated.diagnostics(of: path)
    let subject = CheckedSubject(.request, path, digest: source.digest, requests: found)
    if diagnostics.count >= Self.mostDiagnostics {
      diagnostics.append(Diagnostic(.campaign("manyFindings"), .init(.request, path)))
    }
    return CheckResult(subjects: [subject], diagnostics: diagnostics)
  }

  /// More findings about a file are useless, and millions would fill the memory.
  private static var mostDiagnostics: Int { 100_000 }
}

/// The parts of a file, one after the other, and the digest of its bytes.
private final class RequestSource {
  private let path: String
  private var pieces: FilePieces
  private var lines: RequestLines
  private var hash = SHA256()
  private var isAtEnd = false
  /// All bytes, once it is known that the file must be read whole.
  private(set) var whole: [UInt8]?

  init(_ path: String, partSize: Int) throws(FileSystemError) {
    self.path = path
    pieces = try FilePieces(of: path, pieceSize: partSize)
    lines = RequestLines(partSize: partSize)
  }

  /// The digest of the bytes so far.
  var digest: ContentDigest { ContentDigest(digest: hash.digest()) }

  /// The next part; nil at the end.
  func next() throws(FileSystemError) -> RequestLines.Part? {
    guard !isAtEnd else { return nil }
    while let piece = try pieces.next() {
      hash.update(piece.span.bytes)
      if let part = lines.take(piece) { return part }
      guard lines.byteCount <= RequestFile.mostBytes else { throw FileSystemError("read", path, .fileTooLarge) }
    }
    isAtEnd = true
    switch lines.end() {
    case .part(let part): return part
    case .whole(let bytes):
      whole = bytes
      return nil
    }
  }
}

/// Requests that a file of lines has several times, as when it was appended twice.
struct RepeatedRequests {
  /// Lines by the hashes of their requests: a file may have millions.
  private var lines: [Int: Int] = [:]
  private var first: (line: Int, earlier: Int)?
  private var count = 0
  /// More are not kept.
  private static let most = 500_000

  /// What is compared of each request that goes to someone.
  static func sightings(in judgements: [RequestJudgement]) -> [(hash: Int, line: Int)] {
    judgements.compactMap(\.document).filter { document in
      MessageTarget.Kind.allCases.contains { document.isSet($0.rawValue) }
    }.map { ($0.message.value.hashValue, $0.line ?? 0) }
  }

  mutating func add(_ sightings: [(hash: Int, line: Int)]) {
    for (hash, line) in sightings {
      if let earlier = lines[hash] {
        (first, count) = (first ?? (line, earlier), count + 1)
      } else if lines.count < Self.most {
        lines[hash] = line
      }
    }
  }

  /// - Parameter path: of the file.
  func diagnostics(of path: String) -> [Diagnostic] {
    guard let first else { return [] }
    return [
      Diagnostic(.campaign("repeatedLine", "\(first.earlier)", "\(count)"), .init(.request, path, line: first.line))
    ]
  }
}
