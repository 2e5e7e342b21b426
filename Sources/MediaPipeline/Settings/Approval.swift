import Essentials
import Findings

/// The requests that a person approved on a contact sheet, by the digests of their bodies: `approved.json`.
///
/// A request that differs in a single byte is another one: its texts, its target or its picture changed.
public struct Approval: Sendable {
  /// Who approved them, as written there.
  public let name: String
  /// When, as `2026-11-27T17:05:00Z`.
  public let time: String
  private let path: String
  private let requests: [String: String]

  private static let largestFile = 100_000_000

  /// - Parameter path: the file that the page's button saves.
  /// - Throws: `PipelineError`: `.campaign` if it is missing or another file, or `.fileSystem`.
  public init(path: String) throws(PipelineError) {
    let bytes: [UInt8]
    do { bytes = try FileReading.bytes(of: path, limit: Self.largestFile) } catch {
      throw error.isMissing ? Self.refused(path, "there is no such file") : .fileSystem(error)
    }
    guard let written = try? JSONDecoder().decode(Written.self, from: Data(bytes)), written.version == 1 else {
      throw Self.refused(path, "it is not what the contact sheet's Approve saves")
    }
    (self.path, name, time, requests) = (path, written.name, written.time, written.requests)
  }

  private static func refused(_ path: String, _ reason: String) -> PipelineError {
    .refused(.setting("approval", path.quoted, reason), .init(.configuration, "--approved"))
  }

  private struct Written: Decodable {
    var version: Int
    var name: String
    var time: String
    var requests: [String: String]
  }

  /// Why a request is held back; nil if it is the approved one.
  ///
  /// - Parameter digest: of its body, in hexadecimal digits.
  func objection(to id: String, _ digest: String, at place: Diagnostic.Subject) -> Diagnostic? {
    guard let approved = requests[id] else {
      return Diagnostic(.campaign("notApproved", id.quoted, name.printable.quoted, path.quoted), place)
    }
    guard approved != digest else { return nil }
    return Diagnostic(.campaign("changedSinceApproval", id.quoted, name.printable.quoted, time.printable), place)
  }
}
