import SystemPackage

/// Whose a file is, its group, and who may read and write it: what stays when the file is given other bytes by another one that is put
/// in its place.
struct FileAccess {
  private let permissions: FilePermissions
  private let owner: UserID
  private let group: GroupID

  /// That of a file; nil where there is none.
  init?(of path: String) {
    guard let status = try? Stat(path), status.type == .regular else { return nil }
    permissions = status.permissions.intersection([
      .ownerReadWriteExecute, .groupReadWriteExecute, .otherReadWriteExecute,
    ])
    (owner, group) = (status.userID, status.groupID)
  }

  /// Gives a new file, which nobody else can read yet, the same as far as the system lets this user. What was the group's is no other
  /// group's: where the group cannot be kept, nobody gets its rights.
  func apply(to file: FileDescriptor) {
    let isOwner = (try? SystemCall.setOwner(of: file, to: owner.rawValue, group: group.rawValue)) != nil
    let isGroup = isOwner || (try? SystemCall.setOwner(of: file, to: nil, group: group.rawValue)) != nil
    try? SystemCall.setPermissions(
      of: file, to: isGroup ? permissions : permissions.subtracting(.groupReadWriteExecute))
  }
}
