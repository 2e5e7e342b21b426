public import Foundation

/// The folder of real pictures that `RICHPUSH_CORPUS` names; nil when it is not set, and then tests that need it have
/// nothing to look at.
public let corpusFolder: URL? = ProcessInfo.processInfo.environment["RICHPUSH_CORPUS"]
  .flatMap { $0.isEmpty ? nil : URL(filePath: $0, directoryHint: .isDirectory) }
