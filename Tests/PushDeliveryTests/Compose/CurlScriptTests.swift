import Foundation
import PushDelivery
import TestSupport
import Testing

/// Scripts run by the system's shell with the real curl, against what answers as FCM does.
@Suite(.timeLimit(.minutes(10))) struct CurlScriptTests {
  private func run(
    _ path: String, in folder: TemporaryFolder, _ environment: [String: String], shell: String = "sh"
  ) async throws -> ProgramOutput {
    let path = [folder.absolute(path)]
    let variables = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path]
    return try await Program(shell).run(
      path, environment: variables.merging(environment) { $1 }, workingDirectory: folder.path)
  }

  @Test func noTextOfAMessageIsReadByTheShell() async throws {
    let requests = try HostileMessage.requests(25, seed: 2)
    let written = try WrittenForms(requests, as: [.curl], hasValidateOnlyTwins: true)
    let server = try FCMServer()
    for (index, request) in requests.enumerated() {
      let isValidateOnly = index % 2 == 1
      let script = (isValidateOnly ? "validate-only/curl/" : "curl/") + "m\(index).sh"
      let output = try await run(
        script, in: written.folder, ["FCM_TOKEN": "ya29.a-b_c/d=", "FCM_ENDPOINT": server.endpoint],
        shell: index % 3 == 0 ? "bash" : "sh")
      #expect(output.status == 0, "\(output.stdout)\(output.stderr)")
      #expect(output.stdout == #"{"name": "projects/shop-1/messages/1"}"#)
      let sent = try JSONDecoder().decode(
        JSON.self, from: JSONEncoder().encode(request.body(validateOnly: isValidateOnly)))
      #expect(try server.accepted.last == sent)
    }
    #expect(try server.accepted.count == 25)
    #expect(!written.folder.exists("broken"))
  }

  @Test func whatFCMRefusesIsShownAndFails() async throws {
    let requests = try HostileMessage.requests(1, seed: 3)
    let written = try WrittenForms(requests, as: [.curl])
    let script = try written.folder.text(of: "curl/m0.sh")
    let server = try FCMServer()
    for (field, wrong, words) in [
      (#""title" :"#, #""titel" :"#, "Unknown name \"titel\""),
      (#""data" : {"#, #""data" : {"n": 1,"#, "Invalid value at"),
    ] {
      #expect(script.contains(field))
      try written.folder.write(script.replacing(field, with: wrong, maxReplacements: 1), to: "wrong.sh")
      let output = try await run(
        "wrong.sh", in: written.folder, ["FCM_TOKEN": "ya29", "FCM_ENDPOINT": server.endpoint])
      #expect(output.status == 22)
      #expect(try JSON(output.stdout)["error"]["code"] == 400)
      #expect(try JSON(output.stdout)["error"]["message"].string?.contains(words) == true, "\(output.stdout)")
    }
    #expect(try server.accepted.isEmpty)
  }

  @Test(arguments: [[:], ["FCM_TOKEN": ""]]) func aMissingTokenIsSaid(environment: [String: String]) async throws {
    let written = try WrittenForms(try HostileMessage.requests(1, seed: 4), as: [.curl])
    let output = try await run(
      "curl/m0.sh", in: written.folder, environment.merging(["FCM_ENDPOINT": "http://127.0.0.1:9"]) { $1 })
    #expect(output.status != 0)
    #expect(output.stdout.isEmpty)
    #expect(output.stderr.contains("FCM_TOKEN: is not set"))
    #expect(output.stderr.contains("gcloud auth print-access-token"))
  }

  @Test func withoutAnEndpointTheAddressIsFCMs() throws {
    let written = try WrittenForms(try HostileMessage.requests(1, seed: 5), as: [.curl])
    let script = try written.folder.text(of: "curl/m0.sh")
    #expect(script.contains("\"${FCM_ENDPOINT:-https://fcm.googleapis.com}/v1/projects/shop-1/messages:send\""))
  }
}
