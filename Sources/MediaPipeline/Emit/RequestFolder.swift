public import PushDelivery

/// The folder from which scripts send every request file.
///
/// It is replaced as a whole: the next state is made in a folder next to it (`FolderDraft`), and the two change places in one step
/// (`FolderExchange`). So a reader sees the previous set or the new one, and a run that ends early changes nothing. Only the entries of
/// `RequestFolderLayout` and `stale` are ours; all others are carried over and never deleted.
public struct RequestFolder: Sendable {
  /// Its canonical path. The folder above it must exist.
  public let path: String
  /// Which of its files are ours.
  private let layout: RequestFolderLayout
  /// Whether the folder and its next state change places in one step, if the file system supports it.
  let isExchanged: Bool

  /// - Parameters:
  ///   - path: the folder's path; a link is followed, so that its target is exchanged.
  ///   - forms: all forms of requests that a run may write.
  public init(path: String, forms: [RequestForm] = RequestForm.all) {
    self.init(path: path, forms: forms, isExchanged: true)
  }

  /// - Parameter isExchanged: whether it may change places with its next state in one step.
  package init(path: String, forms: [RequestForm] = RequestForm.all, isExchanged: Bool) {
    self.path = FileSystem.canonicalPath(path) ?? path
    layout = RequestFolderLayout(of: forms)
    self.isExchanged = isExchanged
  }

  /// The folder for files that are no longer in the set, at their previous paths.
  public static let staleName = "stale"
  /// The file that lists the set.
  public static let indexName = "index.json"
  /// Its path.
  var indexPath: String { path + "/" + Self.indexName }

  /// Its folders without requests to send, each with a slash at its end.
  static let foldersWithoutRequests = RequestFolderLayout().folders.dropFirst() + [staleName + "/"]

  /// A commit's changes, as relative paths.
  public typealias Change = RequestFolderChanges
}

/// Its contents.
extension RequestFolder {
  /// Whether one of our files may have this relative path.
  func owns(_ path: String) -> Bool {
    let path = path.withoutStale
    let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    return layout.owns(String(path[end...]), in: String(path[..<end]))
  }

  /// Whether a folder, with a slash at its end, is for our files.
  func isPlace(_ place: String) -> Bool { layout.folders.contains(place.withoutStale) }

  /// Files with the name of a request or the index.
  func requestPaths() throws(FileSystemError) -> [String] {
    var paths: [String] = []
    for place in layout.folders where FileSystem.isPlainFolder(String("\(path)/\(place)".dropLast())) {
      let names = try FileSystem.rawNames(in: path + "/" + place).compactMap { String(validating: $0, as: UTF8.self) }
      paths += names.filter { layout.owns($0, in: place) }.map { place + $0 }
    }
    return paths
  }

  /// The files of the set, the index among them.
  func ownFiles() throws(FileSystemError) -> [String] {
    try requestPaths().filter { FileSystem.isRegularFile(path + "/" + $0) }
  }

  /// Finishes an exchange of a run that was killed between two renames. Call it before reading the folder, without its lock.
  ///
  /// - Throws: `PipelineError.fileSystem`.
  func recover() throws(PipelineError) {
    guard FolderExchange(self).isHalfDone else { return }
    let lock = try PipelineError.wrapping(try FolderLock(folder: FileSystem.parent(of: path)))
    defer { withExtendedLifetime(lock) {} }
    if FolderExchange(self).isHalfDone { try PipelineError.wrapping(try FolderExchange(self).recover()) }
  }
}

extension String {
  /// A path in `stale` as it was in the request folder.
  fileprivate var withoutStale: String {
    let stale = RequestFolder.staleName + "/"
    return hasPrefix(stale) ? String(dropFirst(stale.count)) : self
  }
}

/// The requests of a campaign in preparation for the request folder, in every wanted form. Dropped without `commit`, it does not change the
/// folder.
package struct RequestFolderDraft: ~Copyable {
  private var files: FolderDraft
  private let writers: [RequestWriter]
  private let origin: RequestSetOrigin
  private var hasRequests = false
  private var proof = DeliveryProof.proven
  private var former: FormerRequests

  /// - Parameters:
  ///   - writers: the writers of the requests.
  ///   - assets: the renditions published for the requests.
  ///   - origin: the set's origin.
  ///   - trialFolder: the folder for a draft that is only for `preview`; nil: next to the request folder.
  /// - Throws: `PipelineError`, also if the folder cannot be replaced.
  package init(
    _ folder: RequestFolder, writers: [RequestWriter], assets: [RequestIndex.Asset],
    from origin: RequestSetOrigin = .init(), trialFolder: String? = nil
  ) throws(PipelineError) {
    try folder.requireReplaceable()
    var files = try PipelineError.wrapping(try FolderDraft(of: folder, trialFolder: trialFolder))
    do throws(FileSystemError) {
      try files.append(RequestIndex.opening(assets: assets), to: RequestFolder.indexName)
      for writer in writers {
        for (path, opening) in writer.sharedFiles { try files.append(opening, to: path) }
      }
    } catch { throw .fileSystem(error) }
    self.files = files
    (self.writers, self.origin) = (writers, origin)
    former = FormerRequests(in: folder)
  }

  /// Adds a request, after the previous ones.
  package mutating func add(_ request: ComposedRequest) throws(FileSystemError) {
    var batch = RequestBatch()
    batch.add(request)
    try add(batch)
  }

  /// Adds requests, after the previous ones.
  package mutating func add(_ batch: RequestBatch) throws(FileSystemError) {
    guard !batch.places.isEmpty else { return }
    for (id, bytes) in batch.places { former.compare(id.rawValue, batch.entries[bytes]) }
    for (path, bytes) in batch.shared { try files.append(bytes, to: path) }
    for file in batch.files { try files.write(file.bytes, to: file.path, isExecutable: file.isExecutable) }
    // The first entry has no comma before it.
    try files.append(hasRequests ? batch.entries : Array(batch.entries.dropFirst()), to: RequestFolder.indexName)
    if batch.proof == .unproven { proof = .unproven }
    hasRequests = true
  }

  /// The differences between the added requests and the previous set; nil without one.
  package var changes: Recipients.Changes? { mutating get { former.finish() } }

  /// The identifiers of requests that are new or differ from the previous set, once `changes` is known.
  var altered: [String] { former.altered }

  /// Makes the request folder hold exactly these requests and the index that lists them.
  ///
  /// - Parameter namesDevices: whether one of them goes to a single device, so that only this user can read a new folder.
  /// - Throws: `FileSystemError`. The folder then holds the previous or the new set.
  package consuming func commit(namesDevices: Bool = true) throws(FileSystemError) -> RequestFolder.Change {
    try finish()
    return try files.commit(namesDevices: namesDevices)
  }

  /// Previews `commit`. The folder is not touched.
  package consuming func preview() throws(FileSystemError) -> RequestFolder.Change {
    try finish()
    return try files.preview()
  }

  private mutating func finish() throws(FileSystemError) {
    var sets: [RequestIndex.File] = []
    for writer in writers {
      for (path, _) in writer.sharedFiles {
        let (digest, byteCount) = try files.finish(path)
        sets.append(
          .init(
            form: writer.form, isValidateOnly: writer.isValidateOnly, path: path, digest: digest, byteCount: byteCount))
      }
    }
    try files.append(
      RequestIndex.closing(hasRequests: hasRequests, from: origin, proof: proof, sets: sets),
      to: RequestFolder.indexName)
  }
}
