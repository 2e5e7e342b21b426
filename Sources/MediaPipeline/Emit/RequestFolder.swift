import PushDelivery

/// The folder from which scripts send whatever lies in it.
///
/// It is committed as a set: the whole next state is built in a folder beside it (`FolderDraft`), and the two change places in one
/// step. So a reader sees the former set or the new one, and a run that ends early changes nothing. Of the folder's entries only
/// those of `RequestFolderLayout` and `stale` are ours; everything else is carried over untouched and never deleted.
public struct RequestFolder: Sendable {
  /// Its canonical path. The folder above it must exist.
  public let path: String

  /// - Parameter path: where the folder is or shall be; a link is followed, so that what it leads to is exchanged.
  public init(path: String) { self.path = FolderListing.canonicalPath(path) ?? path }

  /// Where files go that are no longer part of the set, each as it lay in the folder.
  public static let staleName = "stale"
  /// The file that names the set.
  public static let indexName = "index.json"

  /// The folders in it that hold no requests to be sent, each with a slash at its end.
  static let foldersWithoutRequests = RequestFolderLayout.folders.dropFirst() + [staleName + "/"]

  /// What a commit did, as paths relative to the folder.
  public struct Change: Hashable, Sendable {
    public var written: [String]
    public var stale: [String]

    public init(written: [String] = [], stale: [String] = []) {
      self.written = written
      self.stale = stale
    }
  }
}
