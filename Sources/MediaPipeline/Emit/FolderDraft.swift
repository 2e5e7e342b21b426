package import MediaFacts
import SystemPackage

/// The next state of the request folder. It is made in a folder beside it and takes its place with `commit`. Dropped before that, it
/// leaves nothing behind.
///
/// Files go to the disk as they come, so that memory grows with their number alone. A file that is as in the former set gets a second
/// name, and its bytes are not written again.
package struct FolderDraft: ~Copyable {
  private let folder: RequestFolder
  private let exchange: FolderExchange
  private let next: String
  /// The owner, group and rights of the folder; nil where there is no folder yet, or the draft is for a preview.
  private let access: FolderAccess?
  /// What the process gives new folders.
  private let usual: FilePermissions
  /// Files of the former set that are no part of this one, as far as is known.
  private var former: Set<String>
  private var written: [String] = []
  /// Files that are as in the former set.
  private var kept: [String] = []
  private var growing: [String: NewFile] = [:]
  private var madeFolders: Set<String> = [""]

  /// Brings an exchange to its end that a killed run had begun, and opens a new draft. Only one may be open at a time.
  ///
  /// - Parameter trialFolder: where a draft is made that is for `preview` alone; nil: beside the folder.
  /// - Throws: `FileSystemError`.
  package init(of folder: RequestFolder, trialFolder: String? = nil) throws(FileSystemError) {
    let exchange = FolderExchange(folder)
    if trialFolder == nil { try exchange.recover() }
    let next = trialFolder.map { $0 + "/next" } ?? exchange.next
    let access = trialFolder == nil ? FolderAccess(of: folder.path) : nil
    let former = Set(try folder.ownFiles())
    usual = try Self.make(next, for: folder.path, access)
    (self.folder, self.exchange, self.next, self.access, self.former) = (folder, exchange, next, access, former)
  }

  deinit { exchange.clear(next) }

  /// A draft of a folder that may be replaced.
  ///
  /// - Throws: `PipelineError`, also where the folder has requests of others or is a mount point.
  static func replacing(_ folder: RequestFolder, trialFolder: String? = nil) throws(PipelineError) -> FolderDraft {
    try folder.requireReplaceable()
    do throws(FileSystemError) { return try FolderDraft(of: folder, trialFolder: trialFolder) } catch {
      throw .fileSystem(error)
    }
  }

  /// Makes the folder of the next state. It gets the access of the request folder before there is a file in it. Where there is no
  /// request folder yet, other users cannot read it until it is known whether a file names devices: a registration token and the
  /// sender's key are enough to send to a person.
  ///
  /// - Returns: what the process gives new folders.
  private static func make(
    _ next: String, for folder: String, _ access: FolderAccess?
  ) throws(FileSystemError) -> FilePermissions {
    do throws(FileSystemError) {
      try FileSystem.createFolder(next)
      let usual = try FileSystemError.naming("read", next) { try Stat(next).permissions }
      if let access { try access.apply(to: next) } else { try setPermissions(usual.subtracting(ofOthers), of: next) }
      return usual
    } catch {
      FileSystem.removeFolder(next)
      guard [.permissionDenied, .notPermitted, .readOnlyFileSystem].contains(error.code) else { throw error }
      throw FileSystemError(
        "make the next requests beside the folder", folder, error.code,
        remedy: "let this user write the folder above it, and own it; or name another folder with --requests")
    }
  }

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
  /// - Throws: `FileSystemError`. The folder holds the former set then.
  package consuming func commit(namesDevices: Bool = true) throws(FileSystemError) -> RequestFolder.Change {
    let change = try finishAll()
    if FileSystem.kind(of: folder.path) == .folder, change == RequestFolder.Change() { return change }
    for path in kept { try duplicate(path, to: path) }
    for path in change.stale { try duplicate(path, to: RequestFolder.staleName + "/" + path) }
    try carryOver("", besides: Set(kept + written + change.stale))
    try setAccess(namesDevices)
    try DurableFile.sync(written.map { next + "/" + $0 }, in: next)
    for made in madeFolders { DurableFile.syncFolder(next + "/" + made) }
    try exchange.perform()
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
}

extension FolderDraft {
  /// Gives the next state what lies in one place of the former and is no file of either set.
  private mutating func carryOver(_ place: String, besides known: Set<String>) throws(FileSystemError) {
    for bytes in try FileSystem.rawNames(in: at(place)) {
      guard let name = String(validating: bytes, as: UTF8.self) else { throw Self.unmovable(at(place)) }
      let path = place + name
      guard !known.contains(path) || !FileSystem.isRegularFile(at(path)) else { continue }
      if FileSystem.isPlainFolder(at(path)) {
        try carryFolder(path + "/", besides: known)
      } else if !FileSystem.isRegularFile(at(path)) || !(DurableFile.isTemporary(name) || folder.owns(path)) {
        try carryFile(path)
      } else if folder.owns(path) {
        try carryRequest(path)
      }
    }
  }

  private mutating func carryFolder(_ place: String, besides known: Set<String>) throws(FileSystemError) {
    // Those for requests are made when a file comes into them.
    guard !folder.isPlace(place) else { return try carryOver(place, besides: known) }
    let path = String(place.dropLast())
    guard !SystemCall.isMountPoint(at(path)) else { throw Self.unmovable(at(path)) }
    guard !FileSystem.exists(next + "/" + path) else { throw Self.taken(at(path)) }
    try makeFolder(of: path)
    madeFolders.insert(place)
    try FileSystem.createPrivateFolder(next + "/" + path)
    try carryOver(place, besides: known)
    // Last: it may not be writable.
    try keepAccess(of: path)
  }

  private mutating func carryFile(_ path: String) throws(FileSystemError) {
    guard !SystemCall.isMountPoint(at(path)) else { throw Self.unmovable(at(path)) }
    guard !FileSystem.exists(next + "/" + path) else { throw Self.taken(at(path)) }
    try duplicate(path, to: path)
  }

  /// A request of neither set: one that was withdrawn before, unless it was withdrawn again now; or one that has just come.
  private mutating func carryRequest(_ path: String) throws(FileSystemError) {
    let stale = RequestFolder.staleName + "/"
    let home = path.hasPrefix(stale) ? path : stale + path
    if !FileSystem.exists(next + "/" + home) { try duplicate(path, to: home) }
  }

  private static func unmovable(_ path: String) -> FileSystemError {
    FileSystemError(
      "keep what is mounted there or has a name that is no text", path, .notSupported,
      remedy: "move it elsewhere or give it another name, and run again")
  }

  private static func taken(_ path: String) -> FileSystemError {
    FileSystemError(
      "put a request where something of others lies", path, .fileExists,
      remedy: "move it elsewhere or give it another name, and run again")
  }

  /// Opens a new folder as any new folder is, or leaves it to this user, and all that lies in it.
  private func setAccess(_ namesDevices: Bool) throws(FileSystemError) {
    guard access == nil else { return }
    guard namesDevices else { return try Self.setPermissions(usual, of: next) }
    for path in written + madeFolders {
      let path = next + "/" + path
      let permissions = try FileSystemError.naming("read", path) { try Stat(path).permissions }
      try Self.setPermissions(permissions.subtracting(Self.ofOthers), of: path)
    }
  }

  /// What others than the owner may do.
  private static var ofOthers: FilePermissions { [.groupReadWriteExecute, .otherReadWriteExecute] }

  private static func setPermissions(_ permissions: FilePermissions, of path: String) throws(FileSystemError) {
    try FileSystemError.naming("set the permissions of", path) {
      try SystemCall.setPermissions(of: path, to: permissions)
    }
  }

  private func at(_ path: String) -> String { folder.path + "/" + path }

  private mutating func make(_ path: String, isExecutable: Bool = false) throws(FileSystemError) -> NewFile {
    try makeFolder(of: path)
    let wanted = isExecutable ? NewFile.runnable : NewFile.readable
    return try NewFile(next + "/" + path, permissions: access?.permissions(of: wanted) ?? wanted)
  }

  private mutating func duplicate(_ path: String, to other: String) throws(FileSystemError) {
    try makeFolder(of: other)
    try DurableFile.duplicate(at(path), to: next + "/" + other)
  }

  /// Makes the folder of a file, from the outermost on, since each has an access of its own to keep.
  private mutating func makeFolder(of path: String) throws(FileSystemError) {
    guard let slash = path.lastIndex(of: "/"), madeFolders.insert(String(path[...slash])).inserted else { return }
    let place = String(path[..<slash])
    try makeFolder(of: place)
    try FileSystem.createFolder(next + "/" + place)
    try keepAccess(of: place)
  }

  /// Gives a folder the access of that which it takes the place of, or else of the request folder.
  private func keepAccess(of place: String) throws(FileSystemError) {
    guard let access else { return }
    do throws(FileSystemError) { try (FolderAccess(of: at(place)) ?? access).apply(to: next + "/" + place) } catch {
      throw FileSystemError(
        error.operation, at(place), error.code, remedy: "let this user own it, or move it elsewhere, and run again")
    }
  }
}
