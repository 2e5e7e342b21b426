import SystemPackage

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
