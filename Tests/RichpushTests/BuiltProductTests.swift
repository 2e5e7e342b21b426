import TestSupport
import Testing

@Suite struct BuiltProductTests {
  /// Where programs of the package lie, with tests in a folder of this name.
  @Test(arguments: [
    "/home/a/richpush", "/srv/two words/it's \"quoted\"", "/srv/größe/richpush.xctest/richpush", "/tmp",
  ])
  func programsLieBesideTheBundle(_ checkout: String) {
    let products = checkout + "/.build/release"
    let program = products + "/richpushPackageTests.xctest"
    #expect(BuiltProduct.folders(of: [program, "--testing-library", "swift-testing"]) == [products])
    #expect(
      BuiltProduct.folders(of: ["/usr/bin/xctest", program + "/Contents/MacOS/richpushPackageTests"]) == [products])
  }

  @Test(arguments: ["richpush", "FaultyWorker"]) func isBuiltAlong(_ name: String) throws {
    #expect(try BuiltProduct.path(of: name).hasSuffix("/" + name))
  }

  @Test func whatIsNotBuiltIsNamed() {
    #expect(throws: ProgramError.self) { try BuiltProduct.path(of: "no-such-program") }
  }
}
