import ArgumentParser
import Essentials
import PushDelivery

/// Files that a user starts from and then owns, so existing ones are never overwritten.
struct StarterFiles {
  /// The target folder; made if missing.
  let folder: String
  let files: [ScaffoldFile]

  /// Writes the missing files, and reports for each what happened.
  ///
  /// - Returns: the written files.
  /// - Throws: `ExitCode(3)` after saying why, when one cannot be written.
  @discardableResult func write() throws -> [ScaffoldFile] {
    do {
      let folder = URL(filePath: folder)
      return try files.filter { file in
        let url = folder.appending(path: file.name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        return try write(file.text, to: url)
      }
    } catch let status as ExitCode {
      // It was reported.
      throw status
    } catch {
      throw Console.standard.failure(to: "write there", folder, error)
    }
  }

  /// - Returns: whether it was missing.
  private func write(_ text: String, to url: URL) throws -> Bool {
    let path = url.relativePath.withoutDot
    do {
      try Data(text.utf8).write(to: url, options: .withoutOverwriting)
      try Console.standard.print("wrote \(path)")
      return true
    } catch let error as CocoaError where error.code == .fileWriteFileExists {
      try Console.standard.print("\(path) is there already and stays as it is")
      return false
    }
  }
}

extension String {
  /// A path as people write it, without `./` at its beginning.
  var withoutDot: String { hasPrefix("./") ? String(dropFirst(2)) : self }
}
