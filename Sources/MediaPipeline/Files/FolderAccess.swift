import SystemPackage

/// The owner, group and permissions of a file: they stay if the file is replaced by another one with new bytes.
struct FileAccess {
  private let permissions: FilePermissions
  private let owner: UserID
  private let group: GroupID

  init?(of path: String) {
    guard let status = try? Stat(path), status.type == .regular else { return nil }
    permissions = status.permissions.intersection([
      .ownerReadWriteExecute, .groupReadWriteExecute, .otherReadWriteExecute,
    ])
    (owner, group) = (status.userID, status.groupID)
  }

  /// Gives a new file, which only this user can read yet, the same access as far as the system permits. If the group cannot be kept, its
  /// rights are not given to another group.
  func apply(to file: FileDescriptor) {
    let isOwner = (try? SystemCall.setOwner(of: file, to: owner.rawValue, group: group.rawValue)) != nil
    let isGroup = isOwner || (try? SystemCall.setOwner(of: file, to: nil, group: group.rawValue)) != nil
    try? SystemCall.setPermissions(
      of: file, to: isGroup ? permissions : permissions.subtracting(.groupReadWriteExecute))
  }
}

/// The access to a folder: its owner, group, and permissions, with the bits that make new files belong to that group, and its access
/// control lists.
struct FolderAccess: Equatable {
  let permissions: FilePermissions
  private let owner: UserID
  private let group: GroupID
  /// Access lists for further users and groups, of the folder itself and of new files and folders in it: access control lists of POSIX,
  /// which Linux keeps in extended attributes (acl(5), xattr(7)). Empty without one.
  private let ownList, inheritedList: [UInt8]

  init?(of path: String) {
    guard let status = try? Stat(path), status.type == .directory else { return nil }
    (permissions, owner, group) = (status.permissions, status.userID, status.groupID)
    ownList = SystemCall.accessList(of: path, isInherited: false)
    inheritedList = SystemCall.accessList(of: path, isInherited: true)
  }

  /// Gives a folder the same access, and fails if the system silently grants less.
  func apply(to path: String) throws(FileSystemError) {
    try FileSystemError.naming("keep the owner and the permissions of", path) {
      try SystemCall.setAccess(
        of: path, owner: owner.rawValue, group: group.rawValue, lists: (ownList, inheritedList),
        permissions: permissions)
    }
    guard FolderAccess(of: path) == self else {
      throw FileSystemError("keep the owner and the permissions of", path, .notPermitted)
    }
  }

  /// The permissions of a file in the folder: group and others get no more than the folder gives them. Requests hold tokens, so a closed
  /// folder must not contain open files.
  func permissions(of wanted: FilePermissions) -> FilePermissions {
    wanted.intersection(permissions.subtracting(withheld).union(.ownerReadWriteExecute))
  }

  /// The group's permissions that an access list denies. Files that get their own list are limited by it too.
  private var withheld: FilePermissions {
    guard let group = listedGroup, inheritedList.isEmpty else { return [] }
    return FilePermissions.groupReadWriteExecute.subtracting(group)
  }

  /// The permissions of the folder's own group; nil if the mode bits tell them. With a list, the group's mode bits are only the maximum
  /// that anyone in the list has.
  private var listedGroup: FilePermissions? {
    // A version of four bytes, then entries of eight: tag, permissions, and identifier.
    stride(from: 4, to: max(4, ownList.count - 7), by: 8).first { ownList[$0] == Self.owningGroup }
      .map { FilePermissions(rawValue: .init(ownList[$0 + 2] & 7) << 3) }
  }

  /// `ACL_GROUP_OBJ` of `linux/posix_acl.h`.
  private static let owningGroup: UInt8 = 4
}

/// A folder's identity, whatever its contents.
struct FolderIdentity: Hashable, Sendable {
  private let path: String
  private let device: DeviceID
  private let inode: Inode

  init?(_ path: String) {
    guard let status = try? Stat(path) else { return nil }
    (self.path, device, inode) = (path, status.deviceID, status.inode)
  }

  /// Whether the same folder is still there.
  var isThere: Bool { FolderIdentity(path) == self }
}

/// Locks on folders, so that two runs over the same folders run one after the other. The lock is on the folder itself (no lock file is left
/// in it) and ends with the process, however that ends.
package struct FolderLock: ~Copyable {
  private let folders: [FileDescriptor]

  /// Takes the locks of several existing folders, in one order for all runs, so that two cannot wait for each other.
  /// - Parameter waiting: called once with the folder, if another run holds it.
  package init(folders paths: [String], waiting: @Sendable (String) -> Void) async throws(FileSystemError) {
    folders = try await BlockingThreads.forOthers.run { () throws(FileSystemError) in
      try Self.lock(paths, waiting: waiting)
    }
  }

  /// Takes the lock of one folder, waiting on this thread.
  init(folder: String) throws(FileSystemError) { folders = try Self.lock([folder], waiting: { _ in }) }

  deinit {
    for folder in folders { try? folder.close() }
  }

  /// Lets the next run begin.
  consuming func release() {}

  private static func lock(_ paths: [String], waiting: (String) -> Void) throws(FileSystemError) -> [FileDescriptor] {
    var seen: Set<String> = []
    var folders: [FileDescriptor] = []
    do throws(FileSystemError) {
      for path in paths.map({ FileSystem.canonicalPath($0) ?? $0 }).sorted() where seen.insert(path).inserted {
        folders.append(try lock(path, waiting: waiting))
      }
      return folders
    } catch {
      for folder in folders { try? folder.close() }
      throw error
    }
  }

  private static func lock(_ path: String, waiting: (String) -> Void) throws(FileSystemError) -> FileDescriptor {
    let folder = try FileSystemError.naming("open the folder", path) {
      try FileDescriptor.open(path, .readOnly, options: [.directory, .closeOnExec])
    }
    do throws(Errno) {
      do throws(Errno) { try SystemCall.lock(folder, waits: false) } catch {
        if error == .wouldBlock { waiting(path) }
        try SystemCall.lock(folder, waits: true)
      }
      return folder
    } catch {
      try? folder.close()
      throw FileSystemError("lock", path, error)
    }
  }
}
