import Foundation

/// The system's facts about processes. Only Linux has them in files.
enum ProcessTable {
  static let isThere = FileManager.default.fileExists(atPath: "/proc/self/stat")

  /// The processes that a process has started and that have not ended.
  static func children(of process: Int32) -> Set<Int32> {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return Set(names.compactMap { Int32($0) }.filter { isRunning($0) && parent(of: $0) == process })
  }

  /// The processes that run in a working directory, itself and not one below it.
  static func all(workingIn folder: String) -> Set<Int32> {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    let path = Array(folder.utf8)
    return Set(names.compactMap { Int32($0) }.filter { works($0, in: path) && isRunning($0) })
  }

  /// By a single system call: observers ask for each process of the machine, hundreds of times a second, and Foundation would keep a
  /// processor busy with that.
  private static func works(_ process: Int32, in folder: [UInt8]) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: folder.count + 1, alignment: 1) { buffer in
      let text = buffer.baseAddress!.assumingMemoryBound(to: CChar.self)
      let count = readlink("/proc/\(process)/cwd", text, buffer.count)
      return count == folder.count && buffer[..<count].elementsEqual(folder)
    }
  }

  /// False also for a process that has ended and waits for its parent to notice.
  static func isRunning(_ process: Int32) -> Bool { fields(process).first.map { $0 != "Z" && $0 != "X" } ?? false }

  static func parent(of process: Int32) -> Int32? { fields(process).dropFirst().first.flatMap { Int32($0) } }

  /// The program and its arguments, with a space between; empty when the process has ended.
  static func command(of process: Int32) -> String {
    let data = (try? Data(contentsOf: URL(filePath: "/proc/\(process)/cmdline"))) ?? Data()
    return String(decoding: data.map { $0 == 0 ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }

  /// The fields of `stat` behind the program's name, which stands in parentheses: the state, the parent, and more.
  private static func fields(_ process: Int32) -> [Substring] {
    guard let data = try? Data(contentsOf: URL(filePath: "/proc/\(process)/stat")) else { return [] }
    let text = String(decoding: data, as: UTF8.self)
    guard let end = text.lastIndex(of: ")") else { return [] }
    return text[text.index(after: end)...].split(separator: " ")
  }
}
