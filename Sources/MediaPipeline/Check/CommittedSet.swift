import Findings
import PushDelivery

/// Whether a request folder holds exactly what its index lists: what somebody changed by hand is sent as it is, and so is what others put
/// there.
struct CommittedSet {
  private let folder: RequestFolder
  private let index: [UInt8]

  /// - Parameter path: of the folder.
  /// - Returns: nil where it has no index of richpush's, or one that cannot be read.
  init?(at path: String) {
    folder = RequestFolder(path: path)
    guard RequestIndex.isOwn(in: folder),
      let index = try? FileReading.bytes(
        of: folder.path + "/" + RequestFolder.indexName, limit: RequestIndex.largestFile)
    else { return nil }
    self.index = index
  }

  /// Files by their paths in the folder.
  var diagnostics: [Diagnostic] {
    let changed = (try? ProvenSet(of: index, in: folder).changedFiles()) ?? []
    let foreign = (try? folder.foreignRequests()) ?? []
    return changed.map(Diagnostic.changedRequest) + foreign.map(Diagnostic.foreignRequest)
  }
}

extension Diagnostic {
  fileprivate static func foreignRequest(_ path: String) -> Diagnostic {
    Diagnostic(
      .campaignOtherRequests, .init(.file, path),
      "it stands where scripts send whatever is there, and the index.json of its folder does not list it",
      remedy: "move it elsewhere")
  }
}
