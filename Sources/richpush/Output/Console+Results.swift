import ArgumentParser
import Foundation

extension Console {
  /// A result that is all that a command has to say.
  ///
  /// - Throws: `ExitCode(3)` after saying why nobody can get it.
  func print(_ text: String) throws {
    do {
      if !text.isEmpty { try write(text) }
    } catch {
      complain("cannot write to standard output: \(error.localizedDescription)")
      throw ExitCode(ExitStatus.environment.rawValue)
    }
  }
}
