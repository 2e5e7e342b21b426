import ArgumentParser
import Essentials
import PushDelivery

/// Files that a user starts from and then owns, so existing ones are never overwritten.
struct StarterFiles {
  /// The target folder; made if missing.
  let folder: String
  let files: [ScaffoldFile]

  /// Writes the missing files, and reports for each what happened.
  func write() throws {
    do {
      let folder = URL(filePath: folder)
      for file in files {
        let url = folder.appending(path: file.name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try write(file.text, to: url)
      }
    } catch let status as ExitCode {
      // It was reported.
      throw status
    } catch {
      throw Console.standard.failure(to: "write there", folder, error)
    }
  }

  private func write(_ text: String, to url: URL) throws {
    let path = url.relativePath.withoutDot
    do {
      try Data(text.utf8).write(to: url, options: .withoutOverwriting)
      try Console.standard.print("wrote \(path)")
    } catch let error as CocoaError where error.code == .fileWriteFileExists {
      try Console.standard.print("\(path) is there already and stays as it is")
    }
  }
}

extension String {
  /// A path as people write it, without `./` at its beginning.
  var withoutDot: String { hasPrefix("./") ? String(dropFirst(2)) : self }
}
