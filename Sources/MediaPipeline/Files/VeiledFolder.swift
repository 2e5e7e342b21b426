import SystemPackage

/// A new folder that nobody else can look into until it is known whether its files name devices: a registration token is all that somebody
/// needs, beside the sender's key, to send to a person, and tells that this person has the app.
struct VeiledFolder {
  private let path: String
  /// What the process gives new folders.
  private let usual: FilePermissions

  /// Takes from everyone else what they may do in a folder that is there and empty.
  ///
  /// - Throws: `FileSystemError`.
  init(_ path: String) throws(FileSystemError) {
    self.path = path
    usual = try FileSystemError.naming("read", path) { try Stat(path).permissions }
    try Self.take(Self.ofOthers, from: path)
  }

  /// Lets others in as into any new folder.
  ///
  /// - Throws: `FileSystemError`.
  func open() throws(FileSystemError) { try Self.set(usual, of: path) }

  /// Leaves it, and what lies in it, to this user, and to those of its group that share the folder above.
  ///
  /// - Parameters:
  ///   - files: all files in it, and folders, relative to it.
  ///   - above: the folder above it, where whoever may write there is to read here.
  /// - Throws: `FileSystemError`.
  func close(_ files: some Sequence<String>, sharingAs above: FolderAccess? = nil) throws(FileSystemError) {
    let isShared = above?.permissions.contains(.groupWrite) ?? false
    let taken = isShared ? Self.ofOthers.subtracting(.groupReadExecute) : Self.ofOthers
    // What belongs to another user, as a second name of a file may, is out of reach behind the folder.
    for file in files { try? Self.take(taken, from: path + "/" + file) }
    try Self.set(usual.subtracting(taken), of: path)
  }

  /// What others than the owner may do.
  private static let ofOthers: FilePermissions = [.groupReadWriteExecute, .otherReadWriteExecute]

  private static func take(_ taken: FilePermissions, from path: String) throws(FileSystemError) {
    let permissions = try FileSystemError.naming("read", path) { try Stat(path).permissions }
    if !permissions.isDisjoint(with: taken) { try set(permissions.subtracting(taken), of: path) }
  }

  private static func set(_ permissions: FilePermissions, of path: String) throws(FileSystemError) {
    try FileSystemError.naming("set the permissions of", path) {
      try SystemCall.setPermissions(of: path, to: permissions)
    }
  }
}
