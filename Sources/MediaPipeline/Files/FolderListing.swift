#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What a folder holds.
enum FolderListing {
  /// A name in a folder.
  enum Entry: Hashable {
    case name(String)
    /// Bytes that are no UTF-8, with their readable part: such a file cannot be named in a report.
    case undecodable(String)
  }

  /// The names in a folder, unsorted, without `.` and `..`.
  ///
  /// - Throws: `FileSystemError` when it cannot be read.
  static func entries(of folder: String) throws(FileSystemError) -> [Entry] {
    guard let stream = opendir(folder) else { throw FileSystemError("list", folder) }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while let entry = try next(in: stream, of: folder) {
      // The record may be shorter than its type, so the name is read where it lies and never copied as a whole.
      let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
      let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      let bytes = [UInt8](UnsafeRawBufferPointer(start: name, count: strlen(name)))
      if bytes == [UInt8(ascii: ".")] || bytes == [UInt8(ascii: "."), UInt8(ascii: ".")] { continue }
      entries.append(
        String(validating: bytes, as: UTF8.self).map { .name($0) }
          ?? .undecodable(String(decoding: bytes, as: UTF8.self)))
    }
    return entries
  }

  #if canImport(Darwin)
    private typealias Stream = UnsafeMutablePointer<DIR>
  #else
    private typealias Stream = OpaquePointer
  #endif

  /// The end of a folder and a failure look alike but for errno.
  private static func next(
    in stream: Stream, of folder: String
  ) throws(FileSystemError) -> UnsafeMutablePointer<dirent>? {
    errno = 0
    let entry = readdir(stream)
    if entry == nil, errno != 0 { throw FileSystemError("list", folder) }
    return entry
  }

  /// Whether something has this name, be it a link that leads nowhere.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Whether a regular file has this name, and not a link to one.
  static func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// What lies at a path, links followed.
  enum Kind: Hashable {
    case file(byteCount: Int)
    case folder, other, missing, unreadable

    var isFile: Bool { if case .file = self { true } else { false } }
  }

  static func kind(of path: String) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else { return errno == ENOENT ? .missing : .unreadable }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file(byteCount: Int(status.st_size))
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The path with every link resolved, or nil where nothing is there.
  static func canonicalPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(validatingCString: resolved)
  }

  /// Makes a folder and those above it, where missing.
  ///
  /// - Throws: `FileSystemError`.
  static func create(_ path: String) throws(FileSystemError) {
    if kind(of: path) == .folder { return }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try create(String(path[..<slash]))
    }
    guard mkdir(path, 0o755) == 0 || errno == EEXIST, kind(of: path) == .folder else {
      throw FileSystemError("create the folder", path, code: errno == 0 || errno == EEXIST ? ENOTDIR : errno)
    }
  }
}
