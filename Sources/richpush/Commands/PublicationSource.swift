import ArgumentParser
import Findings
import Foundation
import PushDelivery

/// What `publish` is to publish: the files of a folder, or those that a run report names.
struct PublicationSource {
  let folder: String
  /// nil: every file of the folder that is named as richpush names renditions.
  let names: [String]?

  /// - Parameter folder: where the files that a report names lie.
  /// - Throws: `ExitCode` after saying what is wrong.
  init(_ argument: String, folder: String?) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder) else {
      throw Self.refusal("there is nothing at \(argument.printable); name a run report or a published folder")
    }
    if isFolder.boolValue {
      (self.folder, names) = (argument, nil)
      return
    }
    guard let data = FileManager.default.contents(atPath: argument),
      let report = try? JSONDecoder().decode(RunReport.self, from: data)
    else { throw Self.refusal("\(argument.printable) is no run report of this version of richpush") }
    guard let folder else {
      throw Self.refusal("where the files of the report lie is not known; name their folder with --from")
    }
    self.folder = folder
    names = Set(report.assets.flatMap(\.renditions).map(\.path)).sorted()
  }

  private static func refusal(_ text: String) -> ExitCode {
    Console.standard.complain(text)
    return ExitCode(ExitStatus.usage.rawValue)
  }
}
