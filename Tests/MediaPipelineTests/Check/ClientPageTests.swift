import Foundation
import TestSupport
import Testing

/// docs/clients.md is made from the matrix of clients. `make clients` writes it again.
@Suite struct ClientPageTests {
  private static let path = packageRoot + "/docs/clients.md"

  @Test func isWhatTheMatrixSays() throws {
    if ProcessInfo.processInfo.environment["TEST_WRITE_CLIENTS"] != nil {
      try ClientPage.text.write(toFile: Self.path, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOfFile: Self.path, encoding: .utf8) == ClientPage.text)
  }
}
