import SystemPackage

/// Who may do what in a folder: whose it is, its group, its permissions with the bits that make new files belong to that group, and the
/// lists of further users and groups.
struct FolderAccess: Equatable {
  let permissions: FilePermissions
  private let owner: UserID
  private let group: GroupID
  private let lists: AccessLists

  /// That of a folder; nil where there is none.
  init?(of path: String) {
    guard let status = try? Stat(path), status.type == .directory else { return nil }
    (permissions, owner, group) = (status.permissions, status.userID, status.groupID)
    lists = AccessLists(of: path)
  }

  /// Gives a folder the same.
  ///
  /// - Throws: `FileSystemError`, also where the system gives it less than it was asked for without a word.
  func apply(to path: String) throws(FileSystemError) {
    try FileSystemError.naming("keep the owner and the permissions of", path) {
      try SystemCall.setAccess(
        of: path, owner: owner.rawValue, group: group.rawValue, lists: lists, permissions: permissions)
    }
    guard FolderAccess(of: path) == self else {
      throw FileSystemError("keep the owner and the permissions of", path, .notPermitted)
    }
  }

  /// What a file in the folder may have of these permissions: to its group and to others no more than the folder gives them. Requests
  /// hold tokens, and who closes a folder does not expect open files in it.
  func permissions(of wanted: FilePermissions) -> FilePermissions {
    wanted.intersection(permissions.subtracting(withheld).union(.ownerReadWriteExecute))
  }

  /// What permissions say of the group and a list does not let it do. Where files get a list themselves it says that of them, too.
  private var withheld: FilePermissions {
    guard let group = lists.group, lists.inherited.isEmpty else { return [] }
    return FilePermissions.groupReadWriteExecute.subtracting(group)
  }
}

/// The lists by which a folder gives rights to further users and groups: access control lists of POSIX, which Linux keeps in extended
/// attributes (acl(5), xattr(7)). Where there are none both are empty.
struct AccessLists: Hashable {
  /// Whom the folder itself lets in.
  let own: [UInt8]
  /// What new files and folders in it get.
  let inherited: [UInt8]

  /// Those of a folder.
  init(of path: String) {
    own = SystemCall.accessList(of: path, isInherited: false)
    inherited = SystemCall.accessList(of: path, isInherited: true)
  }

  /// What the folder's own group may do, as permissions have it for groups; nil where permissions tell that. Where there is a list their
  /// place has the most that anyone in the list may do.
  var group: FilePermissions? {
    // A version of four bytes, then entries of eight: what it is about, the permissions, and whose they are.
    stride(from: 4, to: max(4, own.count - 7), by: 8).first { own[$0] == Self.owningGroup }
      .map { FilePermissions(rawValue: .init(own[$0 + 2] & 7) << 3) }
  }

  /// `ACL_GROUP_OBJ` of `linux/posix_acl.h`.
  private static let owningGroup: UInt8 = 4
}

/// Which folder lies at a path, whatever is written to it.
struct FolderIdentity: Hashable, Sendable {
  private let path: String
  private let device: DeviceID
  private let inode: Inode

  /// - Returns: nil where nothing is there, or it cannot be told.
  init?(_ path: String) {
    guard let status = try? Stat(path) else { return nil }
    (self.path, device, inode) = (path, status.deviceID, status.inode)
  }

  /// Whether the same folder still lies there.
  var isThere: Bool { FolderIdentity(path) == self }
}
