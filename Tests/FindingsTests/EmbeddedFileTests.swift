import Findings
import Foundation
import TestSupport
import Testing

struct EmbeddedFileTests {
  @Test("The list names every text file of Resources, and the program has its bytes") func listIsWhole() throws {
    let manager = FileManager.default
    let root = packageRoot + "/Resources"
    for folder in try manager.contentsOfDirectory(atPath: root) where folder != "include" && !folder.contains(".") {
      let files = try manager.subpathsOfDirectory(atPath: "\(root)/\(folder)").map { "\(folder)/\($0)" }
        .filter { manager.contents(atPath: "\(root)/\($0)") != nil }
      #expect(Set(EmbeddedFile.paths(in: folder)) == Set(files))
      for file in files {
        #expect(try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8) == EmbeddedFile.text(file), "\(file)")
      }
    }
  }
}
