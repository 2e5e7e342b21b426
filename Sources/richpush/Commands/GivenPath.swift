import ArgumentParser
import Findings
import MediaPipeline
import SystemPackage

/// Errors in given paths, reported before anything is done: trying again would not help.
enum GivenPath {
  /// For a folder that is made where it is missing.
  ///
  /// - Parameter name: the flag or argument that names it.
  /// - Throws: `ExitCode(2)` after saying what is in the way.
  static func requireRoomForFolder(_ path: String, _ name: String) throws {
    if let foreign = ForeignPath(path) {
      throw refusal(name, "\(path.quoted) is no path here: \(foreign.reason)", remedy: foreign.remedy)
    }
    guard let obstacle = obstacle(toFolder: path) else { return }
    let reason = obstacle == path ? "it is no folder" : "\(obstacle.quoted) is no folder"
    throw refusal(name, "\(path.quoted) cannot be written to: \(reason)", remedy: "name another folder")
  }

  /// For a folder that is read.
  ///
  /// - Throws: `ExitCode(2)` after saying that it is not one.
  static func requireFolder(_ path: String, _ name: String) throws {
    guard FileSystem.kind(of: path) != .folder else { return }
    throw refusal(name, "there is no folder \(path.quoted)", remedy: "correct the path")
  }

  /// For a file that is read, which may be a pipe.
  ///
  /// - Throws: `ExitCode(2)` after saying that it is not one.
  static func requireFile(_ path: String, _ name: String) throws {
    switch FileSystem.kind(of: path) {
    case .file, .other: return
    case .folder: throw refusal(name, "\(path.quoted) is a folder", remedy: "name a file")
    case .missing, .unreadable:
      throw refusal(name, "there is no file \(path.quoted) that can be read", remedy: "correct the path")
    }
  }

  /// The nearest ancestor that prevents making a folder; nil without one, or if unknown.
  private static func obstacle(toFolder path: String) -> String? {
    switch FileSystem.kind(of: path) {
    case .folder: return nil
    case .file, .other: return path
    case .missing where FileSystem.isLink(path): return path
    case .unreadable(let code) where code != .notDirectory: return nil
    case .missing, .unreadable:
      let parent = FileSystem.parent(of: path)
      return parent == path ? nil : obstacle(toFolder: parent)
    }
  }

  private static func refusal(_ name: String, _ message: String, remedy: String) -> ExitCode {
    PipelineSetup.explain([
      Diagnostic(.configurationValue, .init(.configuration, name), message, remedy: remedy)
    ])
  }
}
