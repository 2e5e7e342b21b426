import Foundation

/// A folder of a test's own, removed with everything in it when the last reference goes.
///
/// Paths that its methods take are relative to it; the empty one is the folder itself.
public final class TemporaryFolder: Sendable {
  /// Its absolute path with every link resolved, without a slash at its end.
  public let path: String

  /// It throws nothing, so that a property can begin with one: on a machine without temporary folders no test says anything.
  public init() {
    let url = FileManager.default.temporaryDirectory.appending(path: "richpush-tests-\(UUID().uuidString)")
    do { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) } catch {
      fatalError("tests need a temporary folder: \(error)")
    }
    path = url.resolvingSymlinksInPath().path(percentEncoded: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The absolute path of a relative one.
  public func absolute(_ relative: String) -> String { relative.isEmpty ? path : path + "/" + relative }

  /// Writes a file, and makes the folders above it.
  public func write(_ bytes: some Sequence<UInt8>, to relative: String) throws {
    try createFolder((relative as NSString).deletingLastPathComponent)
    try Data(bytes).write(to: URL(filePath: absolute(relative)))
  }

  /// Writes a file of text, and makes the folders above it.
  public func write(_ text: String, to relative: String) throws { try write(text.utf8, to: relative) }

  /// Makes a folder and those above it.
  public func createFolder(_ relative: String) throws {
    try FileManager.default.createDirectory(atPath: absolute(relative), withIntermediateDirectories: true)
  }

  /// Copies a file, or a folder and all it holds, from an absolute path.
  public func copy(_ source: String, to relative: String) throws {
    let folder = (absolute(relative) as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: source, toPath: absolute(relative))
  }

  /// Makes a symbolic link that leads to `destination`.
  public func link(_ relative: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(atPath: absolute(relative), withDestinationPath: destination)
  }

  public func remove(_ relative: String) throws { try FileManager.default.removeItem(atPath: absolute(relative)) }

  public func exists(_ relative: String) -> Bool { FileManager.default.fileExists(atPath: absolute(relative)) }

  public func bytes(of relative: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: absolute(relative))))
  }

  public func text(of relative: String) throws -> String { String(decoding: try bytes(of: relative), as: UTF8.self) }

  /// The names in a folder, hidden ones too, sorted.
  public func names(in relative: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: absolute(relative)).sorted()
  }
}

extension TemporaryFolder {
  /// Runs commands, each with its arguments, one after the other in this folder.
  ///
  /// - Throws: `ProgramError.failed` for the first that fails.
  public func make(_ commands: [[String]]) async throws {
    for command in commands {
      guard let program = command.first else { continue }
      let output = try await Program(program).run(Array(command.dropFirst()), workingDirectory: path)
      if output.status != 0 { throw ProgramError.failed(command.joined(separator: " "), stderr: output.stderr) }
    }
  }
}
