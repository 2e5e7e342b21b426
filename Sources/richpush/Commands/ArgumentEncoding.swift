import ArgumentParser
import Essentials
import Findings
import MediaPipeline

/// Whether the command line's words are text. Linux file names may have any bytes; Swift would turn non-UTF-8 ones into another file's
/// name.
enum ArgumentEncoding {
  /// - Throws: `ExitCode(2)` after naming the word.
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
  /// - Parameter word: the readable part of it.
  fileprivate static func notText(_ word: String) -> Diagnostic {
    Diagnostic(
      .configurationValue, .init(.program, "richpush"),
      "the argument \(word.quoted) is not UTF-8, so that it would name another file than the one that is meant",
      remedy:
        "rename the file or the folder in letters of UTF-8 (`convmv` does many of them), or name the folder above it")
  }
}
