import Foundation
import MediaPipeline
import TestSupport
import Testing

/// Programs that print credentials.
@Suite(.timeLimit(.minutes(5))) struct CredentialProcessTests {
  private let machine = AWSMachine()

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
    #expect(lease.life.map { $0 > .seconds(3600) } == true)
    #expect(!machine.home.exists("x"))
  }

  @Test(arguments: [
    ("\"Version\": 1", "\"Version\": 2"), ("\"Version\": 1, ", ""), ("2099-01-01T00:00:00Z", "2001-01-01T00:00:00Z"),
  ])
  func whatItPrintsMustBeGood(old: String, new: String) async throws {
    let document = String(decoding: credentialDocument("ASIA", token: "SessionToken"), as: UTF8.self)
    try write("'\(try program("cat <<'END'\n\(document.replacing(old, with: new))\nEND"))'")
    let text = await machine.problem()
    #expect(text.contains("keys printed credentials that have ended, or whose \"Version\" is not 1"), "\(text)")
  }

  /// Also those that it has started.
  @Test func whoIsCancelledLeavesNoProgramBehind() async throws {
    let path = try program("sleep 600 & echo $! >\"$(dirname \"$0\")/number\"; wait")
    try write("'\(path)'")
    let task = Task { await machine.problem() }
    try await waitUntil("the program has begun") {
      (try? machine.home.text(of: "my tools/number"))?.hasSuffix("\n") == true
    }
    let number = try #require(Int32(try machine.home.text(of: "my tools/number").trimmingCharacters(in: .newlines)))
    task.cancel()
    _ = await task.value
    try await waitUntil("what the program has started has ended") { !RunningProcess.isThere(number) }
  }

  @Test func failuresAreToldWithoutWhatItPrinted() async throws {
    let path = try program("echo sentinel; echo sentinel >&2; exit $1")
    for (command, words) in [
      ("'\(path)' 3", "keys failed"), ("'\(path)' 0", "keys printed no credentials"),
      ("no-such-program", "is not a program that can be found"), ("'\(path)", "a quote without an end"),
      ("/dev/null", "is not a program that can be found"), ("sh -c 'head -c 100000 /dev/zero'", "printed too much"),
    ] {
      try write(command)
      let text = await machine.problem()
      #expect(text.contains("the profile default: its credential_process: ") && text.contains(words), "\(text)")
    }
  }
}
