import Foundation

/// A folder that nobody else can read, in the system's place for temporary files. It is removed with everything in it when
/// the last reference goes.
final class PrivateFolder: Sendable {
  /// Its absolute path, without a slash at its end.
  let path: String

  /// - Throws: `FileSystemError`.
  init() throws(FileSystemError) {
    let place = FileManager.default.temporaryDirectory.appending(path: "richpush-XXXXXX").path(percentEncoded: false)
    var template = Array(place.utf8CString)
    guard mkdtemp(&template) != nil else { throw FileSystemError("create", place) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
