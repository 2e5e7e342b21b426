public import PushDelivery

/// The folder from which scripts send whatever lies in it.
///
/// It is committed as a set: the whole next state is built in a folder beside it (`FolderDraft`), and the two change places in one
/// step. So a reader sees the former set or the new one, and a run that ends early changes nothing. Of the folder's entries only
/// those of `RequestFolderLayout` and `stale` are ours; everything else is carried over untouched and never deleted.
public struct RequestFolder: Sendable {
  /// Its canonical path. The folder above it must exist.
  public let path: String
  /// Which of its files are ours.
  let layout: RequestFolderLayout

  /// - Parameters:
  ///   - path: where the folder is or shall be; a link is followed, so that what it leads to is exchanged.
  ///   - forms: of requests, all that any run may write.
  public init(path: String, forms: [RequestForm] = RequestForm.all) {
    self.path = FileSystem.canonicalPath(path) ?? path
    layout = RequestFolderLayout(of: forms)
  }

  /// Where files go that are no longer part of the set, each as it lay in the folder.
  public static let staleName = "stale"
  /// The file that names the set.
  public static let indexName = "index.json"

  /// The folders in it that hold no requests to be sent, each with a slash at its end.
  static let foldersWithoutRequests = RequestFolderLayout().folders.dropFirst() + [staleName + "/"]

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

/// The requests of a campaign on their way into the request folder, in every form that is wanted. Dropped without `commit` it
/// leaves the folder as it is.
package struct RequestFolderDraft: ~Copyable {
  private var files: FolderDraft
  private let writers: [RequestWriter]
  private let campaign: String?
  private let hasParts: Bool
  private var hasRequests = false
  private var proof = DeliveryProof.proven
  private var former: FormerRequests
  /// Those that are whole.
  private var parts: [RequestPart] = []
  /// The one that requests are added to, where the set has parts.
  private var part: GrowingRequestPart?

  /// - Parameters:
  ///   - writers: those that have written the requests.
  ///   - assets: what was published for the requests.
  ///   - campaign: whose requests they are: the path of its folder from the request folder.
  ///   - trialFolder: where a draft is built that is for `preview` alone; nil: beside the folder.
  ///   - hasParts: whether requests come in parts, each between `begin` and `end`, and no file holds all of them.
  /// - Throws: `FileSystemError`.
  package init(
    _ folder: RequestFolder, writers: [RequestWriter], assets: [RequestIndex.Asset], campaign: String? = nil,
    trialFolder: String? = nil, hasParts: Bool = false
  ) throws(FileSystemError) {
    var files = try FolderDraft(of: folder, trialFolder: trialFolder)
    try files.append(RequestIndex.opening(assets: assets), to: RequestFolder.indexName)
    for writer in writers where !hasParts {
      if let path = writer.sharedPath { try files.append(writer.opening, to: path) }
    }
    self.files = files
    self.writers = writers
    self.campaign = campaign
    self.hasParts = hasParts
    former = FormerRequests(in: folder)
  }

  /// Adds a request, behind those that were added before.
  ///
  /// - Throws: `FileSystemError`.
  package mutating func add(_ request: ComposedRequest) throws(FileSystemError) {
    var part = RequestSetPart()
    part.add(WrittenRequest(request))
    try add(part)
  }

  /// Adds requests, behind those that were added before.
  ///
  /// - Throws: `FileSystemError`.
  package mutating func add(_ part: RequestSetPart) throws(FileSystemError) {
    guard !part.places.isEmpty else { return }
    for (id, bytes) in part.places { former.compare(id.rawValue, part.entries[bytes]) }
    if self.part != nil {
      try self.part?.add(part, to: &files)
    } else {
      try addWhole(part)
    }
  }

  private mutating func addWhole(_ part: RequestSetPart) throws(FileSystemError) {
    for (path, bytes) in part.shared { try files.append(bytes, to: path) }
    for file in part.files { try files.write(file.bytes, to: file.path, isExecutable: file.isExecutable) }
    // No comma stands before the first entry.
    try files.append(hasRequests ? part.entries : Array(part.entries.dropFirst()), to: RequestFolder.indexName)
    if part.proof == .unproven { proof = .unproven }
    hasRequests = true
  }

  /// Begins a part, behind those that are whole.
  mutating func beginPart() { part = GrowingRequestPart(parts.count + 1, writers: writers) }

  /// Brings it to its end.
  ///
  /// - Throws: `FileSystemError`.
  mutating func endPart() throws(FileSystemError) {
    guard let whole = try part?.finish(in: &files) else { return }
    part = nil
    parts.append(whole)
    if whole.proof == .unproven { proof = .unproven }
  }

  /// Takes a part that was written elsewhere for the next.
  ///
  /// - Parameter folder: where its files lie, by their paths.
  /// - Throws: `FileSystemError`.
  mutating func adopt(_ part: RequestPart, from folder: String) throws(FileSystemError) {
    for file in part.files { try files.adopt(file, from: folder + "/" + file.path) }
    if !former.hasNext(part) {
      let lines = try FileLines(of: folder + "/" + part.index.path, longestLine: RequestEntries.longestEntry)
      while let line = try lines.next() {
        if let id = RequestIndex.identifier(ofEntry: line) { former.compare(id, line) }
      }
    }
    parts.append(part)
    if part.proof == .unproven { proof = .unproven }
  }

  /// What is otherwise than in the former set, of the requests that were added; nil where there is none.
  package var changes: Recipients.Changes? { mutating get { former.finish() } }

  /// Makes the request folder hold exactly these requests and the index that lists them.
  ///
  /// - Parameter namesDevices: whether one of them goes to a single device, so that a new folder is this user's alone.
  /// - Throws: `FileSystemError`. The folder then holds the former set or the new one, whole.
  package consuming func commit(namesDevices: Bool = true) throws(FileSystemError) -> RequestFolder.Change {
    try finish()
    return try files.commit(namesDevices: namesDevices)
  }

  /// What `commit` would do. The folder is not touched.
  ///
  /// - Throws: `FileSystemError`.
  package consuming func preview() throws(FileSystemError) -> RequestFolder.Change {
    try finish()
    return try files.preview()
  }

  private mutating func finish() throws(FileSystemError) {
    var sets: [RequestIndex.File] = []
    for writer in writers where !hasParts {
      guard let path = writer.sharedPath else { continue }
      try files.append(writer.closing, to: path)
      let (digest, byteCount) = try files.finish(path)
      sets.append(.init(writer.form, writer.isValidateOnly, path, digest, byteCount))
    }
    try files.append(
      RequestIndex.closing(
        hasRequests: hasRequests, campaign: campaign, parts: hasParts ? parts : nil, proof: proof, sets: sets),
      to: RequestFolder.indexName)
  }
}
