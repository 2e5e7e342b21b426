package import MediaFacts
import PushDelivery
import SystemPackage

/// The next state of the request folder. It is made in a folder next to it and replaces it on `commit`. Dropped before that, it leaves
/// nothing behind.
///
/// Files go to the disk as they come, so that memory only grows with their number. A file that is as in the previous set gets a second
/// name, and its bytes are not written again.
package struct FolderDraft: ~Copyable {
  private let folder: RequestFolder
  private let exchange: FolderExchange
  private let next: String
  /// The owner, group and rights of the folder; nil if there is no folder yet, or the draft is for a preview.
  private let access: FolderAccess?
  /// New folders' default permissions.
  private let usual: FilePermissions
  /// Files of the previous set that are not in this one, as far as known.
  private var former: Set<String>
  private var written: [String] = []
  /// Files as in the previous set.
  private var kept: [String] = []
  private var growing: [String: NewFile] = [:]
  private var madeFolders: Set<String> = [""]

  /// Finishes an exchange that a killed run began, and opens a new draft. Only one may be open at a time.
  ///
  /// - Parameter trialFolder: the folder for a draft that is only for `preview`; nil: next to the request folder.
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

  /// Makes the folder of the next state. It gets the request folder's access before any file. If there is no request folder yet, other
  /// users cannot read it until it is known whether a file names devices: a registration token and the sender's key are enough to send to a
  /// person.
  ///
  /// - Returns: the process's default permissions for new folders.
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
        "make the next requests next to the folder", folder, error.code,
        remedy: "let this user write the folder above it, and own it; or name another folder with --requests")
    }
  }

  /// Adds a whole file.
  ///
  /// - Parameters:
  ///   - path: relative to the request folder, in one of the layout's folders; each once.
  ///   - isExecutable: whether it is executable.
  package mutating func write(_ bytes: [UInt8], to path: String, isExecutable: Bool = false) throws(FileSystemError) {
    if former.remove(path) != nil, (try? FileReading.bytes(of: at(path), limit: bytes.count)) == bytes {
      return kept.append(path)
    }
    let file = try make(path, isExecutable: isExecutable)
    try file.append(bytes)
    _ = try file.finish()
    written.append(path)
  }

  /// Adds bytes to the end of a file, creating it if needed.
  package mutating func append(_ bytes: [UInt8], to path: String) throws(FileSystemError) {
    if let file = growing[path] { return try file.append(bytes) }
    let file = try make(path)
    growing[path] = file
    try file.append(bytes)
  }

  /// Finishes a file that `append` has written to, even without bytes.
  ///
  /// - Returns: the digest and the count of its bytes.
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

  /// Makes the request folder hold exactly these files and those that are not ours. Without changes, it is not touched.
  ///
  /// - Parameter namesDevices: whether a file names a device, so that only this user can read a new folder. An existing folder keeps its
  ///   access.
  /// - Throws: `FileSystemError`. The folder then holds the previous set.
  package consuming func commit(namesDevices: Bool = true) throws(FileSystemError) -> RequestFolder.Change {
    let change = try finishAll()
    if FileSystem.kind(of: folder.path) == .folder, change == RequestFolder.Change() { return change }
    for path in kept { try duplicate(path, to: path) }
    for path in change.withdrawn { try duplicate(path, to: RequestFolder.staleName + "/" + path) }
    try carryOver("")
    try setAccess(namesDevices)
    try DurableFile.sync(written.lazy.map { [next] in next + "/" + $0 }, in: next)
    for made in madeFolders { DurableFile.syncFolder(next + "/" + made) }
    try exchange.perform()
    return change
  }

  /// Previews `commit`. The folder is not touched.
  package consuming func preview() throws(FileSystemError) -> RequestFolder.Change { try finishAll() }

  private mutating func finishAll() throws(FileSystemError) -> RequestFolder.Change {
    for path in growing.keys.sorted() { _ = try finish(path) }
    return RequestFolder.Change(written: written.sorted(), withdrawn: former.sorted())
  }
}

extension FolderDraft {
  /// Copies a file that is in neither set from the previous state to the next one.
  private mutating func carryOver(_ place: String) throws(FileSystemError) {
    guard FileSystem.kind(of: at(place)) == .folder else { return }
    for entry in try FileSystem.entries(of: at(place)) {
      guard let name = entry.name else { throw Self.unmovable(at(place)) }
      let path = place + name
      // A request that is in the set again is not stale.
      let own = path.withoutStale
      let isOfASet = former.contains(own) || folder.owns(path) && FileSystem.exists(next + "/" + own)
      guard !isOfASet || !FileSystem.isRegularFile(at(path)) else { continue }
      if FileSystem.isPlainFolder(at(path)) {
        try carryFolder(path + "/")
      } else if !FileSystem.isRegularFile(at(path)) || !(DurableFile.isTemporary(name) || folder.owns(path)) {
        try requireMovable(path)
        try duplicate(path, to: path)
      } else if folder.owns(path) {
        try carryRequest(path)
      }
    }
  }

  private mutating func carryFolder(_ place: String) throws(FileSystemError) {
    // Folders for requests are made with their first file.
    guard !folder.isPlace(place) else { return try carryOver(place) }
    let path = String(place.dropLast())
    try requireMovable(path)
    try makeFolder(of: path)
    madeFolders.insert(place)
    try FileSystem.createPrivateFolder(next + "/" + path)
    try carryOver(place)
    // Last: it may not be writable.
    try keepAccess(of: path)
  }

  /// A request of neither set: it was withdrawn before, and not again now; or it has just arrived.
  private mutating func carryRequest(_ path: String) throws(FileSystemError) {
    let stale = RequestFolder.staleName + "/"
    let home = path.hasPrefix(stale) ? path : stale + path
    if !FileSystem.exists(next + "/" + home) { try duplicate(path, to: home) }
  }

  private func requireMovable(_ path: String) throws(FileSystemError) {
    guard !SystemCall.isMountPoint(at(path)) else { throw Self.unmovable(at(path)) }
    guard FileSystem.exists(next + "/" + path) else { return }
    throw FileSystemError("put a request where something else is", at(path), .fileExists, remedy: Self.remedy)
  }

  private static let remedy = "move it elsewhere or give it another name, and run again"

  private static func unmovable(_ path: String) -> FileSystemError {
    FileSystemError("keep a mount point, or a file whose name is not text", path, .notSupported, remedy: remedy)
  }

  /// Opens a new folder and its contents like any new folder, or restricts them to this user.
  private func setAccess(_ namesDevices: Bool) throws(FileSystemError) {
    guard access == nil else { return }
    guard namesDevices else { return try Self.setPermissions(usual, of: next) }
    for path in written + madeFolders {
      let path = next + "/" + path
      let permissions = try FileSystemError.naming("read", path) { try Stat(path).permissions }
      try Self.setPermissions(permissions.subtracting(Self.ofOthers), of: path)
    }
  }

  /// Group's and others' permissions.
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

  /// Makes the folders of a file from the outermost on, since each keeps its own access.
  private mutating func makeFolder(of path: String) throws(FileSystemError) {
    guard let slash = path.lastIndex(of: "/"), madeFolders.insert(String(path[...slash])).inserted else { return }
    let place = String(path[..<slash])
    try makeFolder(of: place)
    try FileSystem.createFolder(next + "/" + place)
    try keepAccess(of: place)
  }

  /// Gives a folder the access of the one that it replaces, or else of the request folder.
  private func keepAccess(of place: String) throws(FileSystemError) {
    guard let access else { return }
    do throws(FileSystemError) { try (FolderAccess(of: at(place)) ?? access).apply(to: next + "/" + place) } catch {
      throw FileSystemError(
        error.operation, at(place), error.code, remedy: "let this user own it, or move it elsewhere, and run again")
    }
  }
}
