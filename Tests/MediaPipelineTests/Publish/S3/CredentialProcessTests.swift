import Foundation
import MediaPipeline
import TestSupport
import Testing

/// Programs that print credentials.
@Suite(.timeLimit(.minutes(5))) struct CredentialProcessTests {
  private let machine: AWSMachine

  init() throws { machine = try AWSMachine() }

  private func write(_ command: String) throws {
    try machine.home.write("[default]\ncredential_process = \(command)\n", to: ".aws/config")
  }

  /// A program of the test's own.
  private func program(_ lines: String) throws -> String {
    try machine.home.write("#!/bin/sh\n\(lines)\n", to: "my tools/keys")
    let path = machine.home.absolute("my tools/keys")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    return path
  }

  @Test func aProgramIsRunWithItsWordsAndNoShell() async throws {
    let document = String(decoding: credentialDocument("ASIA$#", token: "SessionToken"), as: UTF8.self)
    let path = try program("printf '%s\\n' \"$@\" >\"$(dirname \"$0\")/words\"\ncat <<END\n\(document)\nEND")
    try write(#""\#(path)" --as 'a b;$(touch x)' "c\"d""#)
    let lease = try await machine.find()
    #expect(lease.credentials == .temporary("ASIA3"))
    #expect(try machine.home.text(of: "my tools/words") == "--as\na b;$(touch x)\nc\"d\n")
    #expect(lease.origin == "its credential_process" && lease.life.map { $0 > .seconds(3600) } == true)
    #expect(!machine.home.exists("x"))
  }

  @Test func failuresAreToldWithoutWhatItPrinted() async throws {
    let path = try program("echo sentinel; echo sentinel >&2; exit $1")
    for (command, words) in [
      ("'\(path)' 3", "keys failed"), ("'\(path)' 0", "keys printed no credentials"),
      ("no-such-program", "is no program that is there"),
      ("'\(path)", "a quote without an end"), ("/dev/null", "is no program that is there"),
      ("sh -c 'head -c 100000 /dev/zero'", "printed too much"),
    ] {
      try write(command)
      let text = await machine.problem()
      #expect(text.contains("the profile default: its credential_process: ") && text.contains(words), "\(text)")
    }
  }
}
