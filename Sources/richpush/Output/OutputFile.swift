import Foundation

extension Data {
  /// Writes a file as a whole or not at all; a device or a pipe is written to.
  func write(toOutput path: String) throws {
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    try write(to: URL(filePath: path), options: type == nil || type == .typeRegular ? .atomic : [])
  }
}
