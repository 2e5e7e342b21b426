public import Foundation

/// The folder of real pictures that `TEST_CORPUS` names; nil when it is not set, and then tests that need it have
/// nothing to look at.
public let corpusFolder: URL? = ProcessInfo.processInfo.environment["TEST_CORPUS"]
  .flatMap { $0.isEmpty ? nil : URL(filePath: $0, directoryHint: .isDirectory) }
