import MediaPipeline
import TestSupport
import Testing

@Suite struct ELFFileTests {
  let folder = TemporaryFolder()

  private func little(_ value: Int, _ byteCount: Int) -> [UInt8] {
    (0..<byteCount).map { UInt8(value >> ($0 * 8) & 0xFF) }
  }

  /// Of one segment, which lies at an offset and says how many bytes it has. The table stands behind it, where some tools put it.
  private func file(_ content: [UInt8], kind: Int = 3, byteCount: Int? = nil) -> [UInt8] {
    let table = 20_000 + content.count
    let head: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1] + [UInt8](repeating: 0, count: 26) + little(table, 8)
    let rest = [UInt8](repeating: 0, count: 14) + little(56, 2) + little(1, 2) + [UInt8](repeating: 0, count: 6)
    let entry = little(kind, 4) + little(0, 4) + little(20_000, 8) + [UInt8](repeating: 0, count: 16)
    let start = head + rest
    return start + [UInt8](repeating: 0, count: 20_000 - start.count) + content + entry
      + little(byteCount ?? content.count, 8) + [UInt8](repeating: 0, count: 16)
  }

  private func interpreter(of bytes: [UInt8]) throws -> String? {
    try folder.write(bytes, to: "file")
    return ELFFile.interpreter(of: folder.absolute("file"))
  }

  @Test func theInterpreterIsReadWhereverItStands() throws {
    let path = "/nix/store/abc-glibc/lib/ld-linux-x86-64.so.2"
    #expect(try interpreter(of: file(Array(path.utf8) + [0])) == path)
    #expect(try interpreter(of: file(Array(path.utf8) + [UInt8](repeating: 0, count: 9))) == path)
  }

  @Test func whatHasNoneIsTold() throws {
    let path = Array("/lib/ld.so".utf8)
    let others = [
      file(path + [0], kind: 4), file(path), file(path + [0], byteCount: 1 << 30), file([0xFF, 0]),
      Array("#!/bin/sh\n".utf8), [],
    ]
    for bytes in others { #expect(try interpreter(of: bytes) == nil) }
    #expect(ELFFile.interpreter(of: folder.path) == nil)
    #expect(ELFFile.interpreter(of: folder.absolute("nothing")) == nil)
  }

  #if os(Linux)
    @Test func aProgramOfTheSystemHasOne() throws {
      let loader = try #require(ELFFile.interpreter(of: "/bin/sh"))
      #expect(loader.hasPrefix("/") && FileSystem.kind(of: loader).isThere)
    }
  #endif
}

extension FileSystem.Kind {
  fileprivate var isThere: Bool { if case .file = self { true } else { false } }
}
