import SystemPackage

/// The owner, group and permissions of a file: they stay if the file is replaced by another one with new bytes.
struct FileAccess {
  private let permissions: FilePermissions
  private let owner: UserID
  private let group: GroupID

  /// A file's access; nil if missing.
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
