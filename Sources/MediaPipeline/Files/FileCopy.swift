import Csystem
import SystemPackage

/// A file's bytes in another file.
enum FileCopy {
  /// Copies a regular file, sharing its blocks where the file system can.
  ///
  /// - Throws: `FileSystemError`; `fileExists` where something lies at the place already.
  static func make(of path: String, at place: String) throws(FileSystemError) {
    let source = try FileReading.open(path)
    defer { try? source.close() }
    let copy = try FileSystemError.naming("create", place) {
      try FileDescriptor.open(
        place, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
    }
    defer { try? copy.close() }
    try FileSystemError.naming("copy", path) {
      let code = csystem_copy(source.rawValue, copy.rawValue)
      guard code == 0 else { throw Errno(rawValue: code) }
    }
  }
}
