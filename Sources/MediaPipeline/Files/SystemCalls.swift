import Csystem
import Essentials
import SystemPackage

/// The system calls that SystemPackage does not have, unchanged except that errors are thrown.
///
/// In this target, only the files about processes and sockets use the C library too.
enum SystemCall {
  /// Gives the names in a folder as bytes, without `.` and `..`.
  static func forEachName(in folder: String, _ body: ([UInt8]) -> Void) throws(Errno) {
    guard let stream = opendir(folder) else { throw Errno(rawValue: errno) }
    defer { closedir(stream) }
    while true {
      // Only errno tells a folder's end from a failure.
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw Errno(rawValue: errno) }
        return
      }
      // The record may be shorter than its type, so the name is read in place and never copied with it.
      let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
      let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      let bytes = [UInt8](UnsafeRawBufferPointer(start: name, count: strlen(name)))
      if bytes != Array(".".utf8), bytes != Array("..".utf8) { body(bytes) }
    }
  }

  static func canonicalPath(_ path: String) throws(Errno) -> String {
    guard let resolved = realpath(path, nil) else { throw Errno(rawValue: errno) }
    defer { free(resolved) }
    guard let text = String(validatingCString: resolved) else { throw .illegalByteSequence }
    return text
  }

  /// Makes a folder that only this user can read, and returns its path.
  /// - Parameter template: ends in `XXXXXX`, which is replaced to make the name unique.
  static func makeTemporaryFolder(_ template: String) throws(Errno) -> String {
    var path = Array(template.utf8CString)
    guard mkdtemp(&path) != nil else { throw Errno(rawValue: errno) }
    return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whether a path is itself a mount point.
  static func isMountPoint(_ path: String) -> Bool { csystem_is_mount_point(path) == 1 }

  /// Sets a folder's owner and group, then its lists and permissions: the system clears bits when the owner changes. A list defines the
  /// meaning of the group permissions, so it is set first.
  static func setAccess(
    of path: String, owner: uid_t, group: gid_t, lists: (own: [UInt8], inherited: [UInt8]), permissions: FilePermissions
  ) throws(Errno) {
    try check(chown(path, owner, group))
    try setAccessList(of: path, isInherited: false, to: lists.own)
    try check(chmod(path, permissions.rawValue))
    try setAccessList(of: path, isInherited: true, to: lists.inherited)
  }

  /// A folder's access list for further users and groups, in the system's form; empty without one.
  /// - Parameter isInherited: whether it is the list for new files in the folder.
  static func accessList(of path: String, isInherited: Bool) -> [UInt8] {
    let count = csystem_access_list(path, isInherited ? 1 : 0, nil, 0)
    guard count > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      initializedCount = csystem_access_list(path, isInherited ? 1 : 0, buffer.baseAddress, count)
    }
  }

  /// - Parameter list: empty to remove it.
  private static func setAccessList(of path: String, isInherited: Bool, to list: [UInt8]) throws(Errno) {
    try check(returned: csystem_set_access_list(path, isInherited ? 1 : 0, list, list.count))
  }

  static func executablePath() throws(Errno) -> String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    try check(returned: csystem_executable_path(&path, path.count))
    return String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// How many bytes may still be written to a folder's file system; nil if it does not report its size.
  static func freeBytes(of folder: String) throws(Errno) -> Int? {
    var status = statvfs()
    try check(statvfs(folder, &status))
    guard status.f_blocks > 0 else { return nil }
    return Int(clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
  }

  static func exchange(_ path: String, with other: String) throws(Errno) {
    try check(returned: csystem_exchange(path, other))
  }

  /// Copies the bytes of an open file, sharing their blocks if the file system supports it.
  static func copy(_ file: FileDescriptor, into other: FileDescriptor) throws(Errno) {
    try check(returned: csystem_copy(file.rawValue, other.rawValue))
  }

  /// Links a file under a second name; for a link, the link itself.
  static func link(_ path: String, to other: String) throws(Errno) {
    try check(linkat(AT_FDCWD, path, AT_FDCWD, other, 0))
  }

  static func setPermissions(of descriptor: FileDescriptor, to permissions: FilePermissions) throws(Errno) {
    try check(fchmod(descriptor.rawValue, permissions.rawValue))
  }

  /// Sets an open file's owner.
  /// - Parameter owner: nil: unchanged.
  static func setOwner(of descriptor: FileDescriptor, to owner: uid_t?, group: gid_t) throws(Errno) {
    // -1 means no change (chown(2)).
    try check(fchown(descriptor.rawValue, owner ?? .max, group))
  }

  static func setPermissions(of path: String, to permissions: FilePermissions) throws(Errno) {
    try check(chmod(path, permissions.rawValue))
  }

  /// Takes the lock of an open folder for this descriptor.
  /// - Parameter waits: whether to wait for it; `wouldBlock` otherwise.
  static func lock(_ descriptor: FileDescriptor, waits: Bool) throws(Errno) {
    while flock(descriptor.rawValue, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
      let code = Errno(rawValue: errno)
      guard code == .interrupted else { throw code }
    }
  }

  /// Takes the lock of an open file or folder; false if another process has it, true without lock support.
  static func holdsLock(_ descriptor: FileDescriptor) -> Bool {
    do throws(Errno) { try lock(descriptor, waits: false) } catch { return error != .wouldBlock }
    return true
  }

  /// Hands unwritten data of a file or folder to the disk.
  static func flush(_ descriptor: FileDescriptor) throws(Errno) { try check(fsync(descriptor.rawValue)) }

  /// The same, and waits until the disk has written that and all earlier data.
  static func sync(_ descriptor: FileDescriptor) throws(Errno) {
    try check(returned: csystem_sync(descriptor.rawValue))
  }

  /// The same for all files of its file system; `notSupported` if the system has no such call.
  static func syncFileSystem(of descriptor: FileDescriptor) throws(Errno) {
    try check(returned: csystem_sync_file_system(descriptor.rawValue))
  }

  static func check(_ status: CInt) throws(Errno) {
    guard status == 0 else { throw Errno(rawValue: errno) }
  }

  /// For calls that return the errno value.
  private static func check(returned code: CInt) throws(Errno) {
    guard code == 0 else { throw Errno(rawValue: code) }
  }
}
