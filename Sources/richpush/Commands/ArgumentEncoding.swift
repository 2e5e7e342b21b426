import ArgumentParser
import Essentials
import Findings
import MediaPipeline

/// Whether the words of the command line are text. File names of Linux may have any bytes; what Swift makes of those that are not UTF-8 is
/// the name of another file.
enum ArgumentEncoding {
  /// - Throws: `ExitCode(2)` after saying which word is meant.
  static func requireText() throws {
    for index in 0..<Int(CommandLine.argc) {
      guard let word = unsafe CommandLine.unsafeArgv[index], unsafe String(validatingCString: word) == nil else {
        continue
      }
      throw PipelineSetup.explain([.notText(unsafe String(cString: word))])
    }
  }
}

extension Diagnostic {
  /// - Parameter word: what could be made of it.
  fileprivate static func notText(_ word: String) -> Diagnostic {
    Diagnostic(
      .configurationValue, .init(.program, "richpush"),
      "the argument \(word.quoted) is not UTF-8, so that it would name another file than the one that is meant",
      remedy:
        "rename the file or the folder in letters of UTF-8 (`convmv` does many of them), or name the folder above it")
  }
}
