package import PushDelivery

/// The requests of a campaign on their way into the request folder, in every form that is wanted. Dropped without `commit` it
/// leaves the folder as it is.
package struct RequestFolderDraft: ~Copyable {
  private var files: FolderDraft
  private let formatter: RequestFormatter
  private var hasRequests = false

  /// - Parameter assets: what was published for the requests.
  /// - Throws: `FileSystemError`.
  package init(
    _ folder: RequestFolder, formatter: RequestFormatter, assets: [RequestIndex.Asset]
  ) throws(FileSystemError) {
    var files = try FolderDraft(of: folder)
    try files.append(RequestIndex.opening(assets: assets), to: RequestFolder.indexName)
    for shared in formatter.sharedFiles { try files.append(shared.opening, to: shared.path) }
    self.files = files
    self.formatter = formatter
  }

  /// Adds a request, behind those that were added before.
  ///
  /// - Throws: `FileSystemError`.
  package mutating func add(_ request: ComposedRequest) throws(FileSystemError) {
    try add(formatter.format(request))
  }

  /// The same for one that is formatted already, perhaps at the same time as others.
  ///
  /// - Throws: `FileSystemError`.
  package mutating func add(_ request: FormattedRequest) throws(FileSystemError) {
    for form in request.forms {
      if form.isShared {
        try files.append(form.bytes, to: form.path)
      } else {
        try files.write(form.bytes, to: form.path, isExecutable: form.format == .curl)
      }
    }
    try files.append(RequestIndex.entry(of: request, isFirst: !hasRequests), to: RequestFolder.indexName)
    hasRequests = true
  }

  /// Makes the request folder hold exactly these requests and the index that lists them.
  ///
  /// - Throws: `FileSystemError`. The folder then holds the former set or the new one, whole.
  package consuming func commit() throws(FileSystemError) -> RequestFolder.Change {
    var sets: [RequestIndex.File] = []
    for shared in formatter.sharedFiles {
      try files.append(shared.closing, to: shared.path)
      let (digest, byteCount) = try files.finish(shared.path)
      sets.append(.init(shared.format, shared.isRehearsal, shared.path, digest, byteCount))
    }
    try files.append(RequestIndex.closing(hasRequests: hasRequests, sets: sets), to: RequestFolder.indexName)
    return try files.commit()
  }
}
