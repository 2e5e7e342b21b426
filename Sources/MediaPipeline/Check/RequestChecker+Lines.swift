import Cryptography
import Findings
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
    let result = try await inOrder(source) { part in
      let judgements = judge.judgements(of: RequestFile(part), about: .init(.request, path))
      return PartResult(requests: requests(judgements), diagnostics: wanted(judgements.diagnostics))
    }
    if let bytes = source.whole { return await check(bytes, name: path) }
    let subject = CheckedSubject(.request, path, digest: source.digest, requests: result.requests)
    let rest = result.isFull ? [Diagnostic.unreadRest(path)] : []
    return CheckResult(subjects: [subject], diagnostics: result.diagnostics + rest)
  }

  /// Judges the parts of a file, several at once, and joins the results in order.
  private func inOrder(
    _ source: RequestSource, _ judge: @Sendable @escaping (RequestLines.Part) -> PartResult
  ) async throws(FileSystemError) -> PartResult {
    let limit = settings.jobs * 2
    let outcome = await withTaskGroup(of: (Int, PartResult).self) { group -> Result<PartResult, FileSystemError> in
      var results = OrderedResults()
      var begun = 0
      do throws(FileSystemError) {
        while true {
          if results.whole.isFull {
            group.cancelAll()
            return .success(results.whole)
          }
          if begun < results.count + limit, let part = try source.next() {
            let index = begun
            group.addTask { (index, judge(part)) }
            begun += 1
          } else if let (index, result) = await group.next() {
            results.add(result, at: index)
          } else {
            return .success(results.whole)
          }
        }
      } catch {
        group.cancelAll()
        return .failure(error)
      }
    }
    return try outcome.get()
  }
}

/// The findings in some of the lines.
private struct PartResult: Sendable {
  var requests = CheckedRequests()
  var diagnostics: [Diagnostic] = []

  /// More findings about a file are useless, and millions would fill the memory.
  private static let mostDiagnostics = 100_000

  /// Whether there are so many findings that checking stops.
  var isFull: Bool { diagnostics.count >= Self.mostDiagnostics }
}

/// Joins results that arrive in any order, each as soon as all before it are there.
private struct OrderedResults {
  private(set) var whole = PartResult()
  /// How many were joined.
  private(set) var count = 0
  private var waiting: [Int: PartResult] = [:]

  mutating func add(_ result: PartResult, at index: Int) {
    waiting[index] = result
    while !whole.isFull, let next = waiting.removeValue(forKey: count) {
      whole.requests.append(next.requests)
      whole.diagnostics += next.diagnostics
      count += 1
    }
  }
}

/// The parts of a file, one after the other, and the digest of its bytes.
private final class RequestSource {
  private let path: String
  private let pieces: FilePieces
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

extension Diagnostic {
  fileprivate static func unreadRest(_ path: String) -> Diagnostic {
    Diagnostic(
      .fileUnreadable, .init(.request, path),
      "this file has so many findings that the rest of it was not checked: the findings are of its first lines",
      remedy: "fix what makes all of its lines alike, or look whether it is the file that you meant, and check again")
  }
}
