import Findings
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

@Suite struct HostFilesTests {
  let folder = TemporaryFolder()

  init() throws { try folder.createFolder("public") }

  private func write(_ hosts: StaticHost...) -> [Diagnostic] {
    HostFiles(folder: folder.absolute("public"), hosts: hosts).write()
  }

  @Test func aFileThatIsRightIsNotTouched() throws {
    #expect(write(.nginx, .netlify) == [])
    let before = try folder.states()
    #expect(write(.nginx, .netlify) == [])
    #expect(try folder.states() == before)
  }

  @Test func aFileOfAnotherVersionIsReplaced() throws {
    let text = HostFile(.nginx, folder: "public").text
    try folder.write(text.replacing("31536000", with: "60"), to: "public.nginx.conf")
    #expect(write(.nginx) == [])
    #expect(try folder.text(of: "public.nginx.conf") == text)
  }

  @Test(arguments: [
    [], Array("/*\n  X-Frame-Options: DENY\n".utf8), [0xFF, 0xFE], [UInt8](repeating: 35, count: 100_000),
  ])
  func somebodyElsesFileStays(bytes: [UInt8]) throws {
    try folder.write(bytes, to: "public/_headers")
    let problems = write(.netlify, .nginx)
    #expect(problems.map(\.rule) == ["destination.host-file"])
    #expect(problems.first?.subject == .init(.file, folder.absolute("public/_headers")))
    #expect(try folder.bytes(of: "public/_headers") == bytes)
    #expect(folder.exists("public.nginx.conf"))
  }

  @Test func aFolderInItsPlaceStays() throws {
    try folder.createFolder("public/_headers")
    #expect(write(.netlify).map(\.rule) == ["destination.host-file"])
  }

  @Test func whatCannotBeWrittenIsTheMachinesFault() throws {
    try folder.link("public/_headers", to: folder.absolute("nowhere"))
    #expect(write(.netlify).map(\.rule) == ["machine.write-failed"])
  }
}
