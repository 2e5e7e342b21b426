import Findings
import PushDelivery
import TestSupport
import Testing

/// The file taken apart as REST clients do: lines of three number signs part requests, an empty line parts header and body, and
/// names in double braces are replaced everywhere.
@Suite struct HTTPFileTests {
  @Test func everyBodyComesThroughAsItIs() throws {
    let requests = try HostileMessage.requests(40, seed: 6)
    let written = try WrittenForms(requests, as: [.http], hasValidateOnlyTwins: true)
    for path in ["requests.http", "validate-only/requests.http"] {
      let text = try written.folder.text(of: path)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let parts = lines.split { $0.hasPrefix("###") }
      #expect(parts.count == requests.count + 1)
      #expect(lines.filter { $0.hasPrefix("###") } == requests.map { "### \($0.id)" })
      for (part, request) in zip(parts.dropFirst(), requests) {
        let empty = try #require(part.firstIndex(of: ""))
        #expect(
          Array(part[..<empty]) == [
            "# \(request.proof.sentence)",
            "POST {{endpoint}}/v1/projects/{{project}}/messages:send", "Authorization: Bearer {{token}}",
            "Content-Type: application/json; charset=UTF-8",
          ])
        let body = part[(empty + 1)...].joined(separator: "\n")
        #expect(!body.contains("{{"))
        let expected = request.body(validateOnly: path.hasPrefix("validate-only"))
        #expect(try JSONValue(text: body) == expected)
      }
    }
  }

  @Test func theVariablesAreAtItsBeginning() throws {
    let written = try WrittenForms([], as: [.http])
    let variables = try written.folder.text(of: "requests.http").matches(of: /(?m)^@([a-z]+) = (.*)$/)
    #expect(
      variables.map { "\($0.1)=\($0.2)" } == [
        "token={{$processEnv FCM_TOKEN}}", "endpoint=https://fcm.googleapis.com", "project=shop-1",
      ])
  }
}
