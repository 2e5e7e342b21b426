package import MediaFacts
import PushDelivery
import SystemPackage

/// The next state of the request folder, built in a folder beside it. Dropped without `commit` it leaves nothing behind.
///
/// Files go to the disk as they come, so that memory grows with their number alone. What the former set has too, byte for
/// byte, is not written again.
package struct FolderDraft: ~Copyable {
  private let folder: String
  private let exchange: FolderExchange
  /// Who may do what in the folder, which its next state is to have as well; nil where there is none yet.
  private let access: FolderAccess?
  /// The folder that the draft is built in, where there is none yet.
  private let veiled: VeiledFolder?
  /// Files of the former set that are no part of this one, as far as is known.
  private var former: Set<String>
  private var written: [String] = []
  /// Files that are as in the former set.
  private var kept: [String] = []
  private var growing: [String: NewFile] = [:]
  private var madeFolders: Set<String> = [""]

  /// Brings an exchange to its end that a killed run had begun, and opens a new draft. Only one may be open at a time.
  ///
  /// - Parameter trialFolder: where a draft is built that is for `preview` alone; nil: beside the folder.
  /// - Throws: `FileSystemError`.
  package init(of folder: RequestFolder, trialFolder: String? = nil) throws(FileSystemError) {
    let (exchange, access) = try FolderExchange.opened(folder, trialFolder: trialFolder)
    let former: [String]
    let veiled: VeiledFolder?
    do throws(FileSystemError) {
      veiled = access == nil ? try VeiledFolder(exchange.next) : nil
      former = try exchange.files.paths(in: folder.path, passingLinks: exchange.isInside)
    } catch {
      exchange.clear(exchange.next)
      throw error
    }
    (self.folder, self.exchange, self.access, self.veiled) = (folder.path, exchange, access, veiled)
    self.former = Set(former)
  }

  // Nothing but ours can be in it, and after an exchange nothing is. What was begun file by file the next run finishes.
  deinit { if !exchange.isBegun { exchange.clear(exchange.next) } }

  /// Adds a whole file.
  ///
  /// - Parameters:
  ///   - path: relative to the request folder, in one of the layout's folders; each once.
  ///   - isExecutable: whether people may run it.
  /// - Throws: `FileSystemError`.
  package mutating func write(
    _ bytes: [UInt8], to path: String, isExecutable: Bool = false
  ) throws(FileSystemError) {
    if former.remove(path) != nil, (try? FileReading.bytes(of: at(path), limit: bytes.count)) == bytes {
      return kept.append(path)
    }
    let file = try make(path, isExecutable: isExecutable)
    try file.append(bytes)
    _ = try file.finish()
    written.append(path)
  }

  /// Adds bytes to the end of a file, which is made with the first of them.
  ///
  /// - Throws: `FileSystemError`.
  package mutating func append(_ bytes: [UInt8], to path: String) throws(FileSystemError) {
    if let file = growing[path] { return try file.append(bytes) }
    let file = try make(path)
    growing[path] = file
    try file.append(bytes)
  }

  /// Brings a file to its end to which `append` has added, if only nothing.
  ///
  /// - Returns: the digest and the count of its bytes.
  /// - Throws: `FileSystemError`.
  package mutating func finish(_ path: String) throws(FileSystemError) -> (digest: ContentDigest, byteCount: Int) {
    let begun = growing.removeValue(forKey: path)
    let file = if let begun { begun } else { try make(path) }
    let digest = try file.finish()
    let was = former.remove(path) == nil ? nil : try? ContentDigest.read(at(path), limit: file.byteCount)
    if let was, was == (digest, file.byteCount) {
      FileSystem.remove(file.path)
      kept.append(path)
    } else {
      written.append(path)
    }
    return (digest, file.byteCount)
  }

  /// Makes the request folder hold exactly these files and what is not ours. When nothing is to change, it is not touched.
  ///
  /// - Parameter namesDevices: whether a file names a device, so that a new folder and its files are this user's alone. A folder that is
  ///   there stays as open as it is.
  /// - Throws: `FileSystemError`. The folder then holds the former set or the new one, whole, unless the error has a consequence.
  package consuming func commit(namesDevices: Bool = true) throws(FileSystemError) -> RequestFolder.Change {
    let change = try finishAll()
    if FileSystem.kind(of: folder) == .folder, change == RequestFolder.Change() { return change }
    if !exchange.isInside {
      for path in kept { try duplicate(path, to: path) }
      try buildStale(change.stale)
    }
    if namesDevices {
      try veiled?.close(written + madeFolders)
    } else {
      try veiled?.open()
    }
    try DurableFile.sync(written.map { exchange.next + "/" + $0 }, in: exchange.next)
    for made in madeFolders { DurableFile.syncFolder(exchange.next + "/" + made) }
    try exchange.perform(withdrawing: change.stale)
    return change
  }

  /// What `commit` would do. The folder is not touched.
  ///
  /// - Throws: `FileSystemError`.
  package consuming func preview() throws(FileSystemError) -> RequestFolder.Change { try finishAll() }

  private mutating func finishAll() throws(FileSystemError) -> RequestFolder.Change {
    for path in growing.keys.sorted() { _ = try finish(path) }
    return RequestFolder.Change(written: written.sorted(), stale: former.sorted())
  }

  private mutating func buildStale(_ paths: [String]) throws(FileSystemError) {
    let stale = RequestFolder.staleName + "/"
    let older = Set(try exchange.files.paths(in: at(stale))).subtracting(paths)
    for path in paths { try duplicate(path, to: stale + path) }
    for path in older.sorted() { try duplicate(stale + path, to: stale + path) }
  }

  private func at(_ path: String) -> String { folder + "/" + path }

  private mutating func make(_ path: String, isExecutable: Bool = false) throws(FileSystemError) -> NewFile {
    try makeRoom(for: path)
    let permissions = permissions(of: isExecutable ? NewFile.runnable : NewFile.readable)
    return try NewFile(exchange.next + "/" + path, permissions: permissions)
  }

  private func permissions(of wanted: FilePermissions) -> FilePermissions { access?.permissions(of: wanted) ?? wanted }

  /// Makes the folder of a new file.
  ///
  /// - Throws: `FileSystemError` where something of others has the file's name: it is not ours to replace, and scripts that send what has
  ///   such a name must not find it in the place of a request.
  private mutating func makeRoom(for path: String) throws(FileSystemError) {
    try makeFolder(of: path)
    let isLinked = FileSystem.isLink(FileSystem.parent(of: at(path)))
    guard !isLinked, FileSystem.exists(at(path)), !FileSystem.isRegularFile(at(path)) else { return }
    throw FileSystemError(
      "write the file of a request where a link or a folder of others has its name", at(path), .fileExists,
      remedy: "move that elsewhere or give it another name, and run again")
  }

  private mutating func duplicate(_ path: String, to other: String) throws(FileSystemError) {
    try makeFolder(of: other)
    try DurableFile.duplicate(at(path), to: exchange.next + "/" + other)
  }

  private mutating func makeFolder(of path: String) throws(FileSystemError) {
    let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    guard madeFolders.insert(parent).inserted else { return }
    // From the outermost on, since each has permissions of its own to keep.
    try makeFolder(of: String(parent.dropLast()))
    // What has its name now and is no folder would be lost behind it.
    let place = at(String(parent.dropLast()))
    switch FileSystem.kind(of: place) {
    case .folder, .missing: try createFolder(parent, as: FolderAccess(of: place) ?? access)
    default:
      throw FileSystemError(
        "create the folder", place, .notDirectory,
        remedy: "move what has its name elsewhere or give it another name, and run again")
    }
  }

  /// - Parameter access: that of the folder that it takes the place of, or else of the request folder.
  private func createFolder(_ place: String, as access: FolderAccess?) throws(FileSystemError) {
    let path = exchange.next + "/" + place
    try FileSystem.createFolder(path)
    // Whose group cannot be kept: then nobody but this user gets in.
    guard exchange.isBeside, let access, (try? access.apply(to: path)) == nil else { return }
    try FileSystemError.naming("close", path) { try SystemCall.setPermissions(of: path, to: .ownerReadWriteExecute) }
  }
}
