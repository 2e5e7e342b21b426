import Findings
import Foundation
import PushDelivery

extension PathBase {
  /// Paths told from a folder, by whoever stands in the working directory of this process.
  static func workingDirectory(folder: String = ".") -> PathBase {
    let manager = FileManager.default
    let directory = manager.currentDirectoryPath
    // What shells call the working directory, perhaps through links: `check "$PWD/file"` names the same file.
    let alias = ProcessInfo.processInfo.environment["PWD"].flatMap { path in
      path.hasPrefix("/") && URL(filePath: path).resolvingSymlinksInPath() == URL(filePath: directory) ? path : nil
    }
    return PathBase(folder: folder.isEmpty ? "." : folder, workingDirectory: directory, alias: alias)
  }
}
