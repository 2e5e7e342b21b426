import Findings
import MediaFacts
import PushDelivery
import TestSupport
import Testing

@Suite struct SARIFLogTests {
  private func log(
    _ report: CheckReport, home: String? = "https://richpush.example.com/", base: PathBase = ReportExample.base
  ) throws -> JSON {
    let log = report.sarif(version: "1.2.3", home: home, base: base)
    return try JSON(String(decoding: JSONText.pretty(log), as: UTF8.self))
  }

  private func result(_ finding: Diagnostic, base: PathBase = ReportExample.base) throws -> JSON {
    let report = CheckReport(subjects: ReportExample.subjects, diagnostics: [finding])
    return try log(report, base: base)["runs"].elements[0]["results"].elements[0]
  }

  private func fingerprint(_ finding: Diagnostic, base: PathBase = ReportExample.base) throws -> JSON {
    try result(finding, base: base)["partialFingerprints"]
  }

  @Test func saysWhatWasFoundAndWhere() throws {
    let finding = ReportExample.error(line: 3, column: 7, keyPath: "message.apns")
    var report = CheckReport(subjects: ReportExample.subjects, diagnostics: [finding])
    report.suppressed = [ReportExample.warning("suppression.unused", .file, "/home/me/pictures/b c.jpg")]
    #expect(
      try log(report) == [
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
        "runs": [
          [
            "tool": ["driver": driver], "invocations": [["executionSuccessful": true]],
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": ["%SRCROOT%": ["description": ["text": "the working directory"]]],
            "results": [
              [
                "ruleId": "message.image", "ruleIndex": 0, "level": "error",
                "message": ["text": "it is wrong.\nRemedy: fix it."],
                "locations": [
                  [
                    "physicalLocation": [
                      "artifactLocation": ["uri": "p/a.json", "uriBaseId": "%SRCROOT%"],
                      "region": ["startLine": 3, "startColumn": 7],
                    ],
                    "logicalLocations": [["fullyQualifiedName": "message.apns"]],
                  ]
                ],
                "partialFingerprints": ["findingIdentity/v1": "message.image|p/a.json|message.apns"],
              ],
              [
                "ruleId": "suppression.unused", "ruleIndex": 1, "level": "warning",
                "message": ["text": "it is odd.\nRemedy: look at it."],
                "locations": [
                  [
                    "physicalLocation": [
                      "artifactLocation": ["uri": "file:///home/me/pictures/b%20c.jpg"], "region": ["startLine": 1],
                    ]
                  ]
                ],
                "partialFingerprints": ["findingIdentity/v1": "suppression.unused|../pictures/b c.jpg|"],
                "suppressions": [["kind": "external"]],
              ],
            ],
          ]
        ],
      ])
  }

  private var driver: JSON {
    [
      "name": "richpush", "version": "1.2.3", "semanticVersion": "1.2.3",
      "informationUri": "https://richpush.example.com/", "rules": [rule(.messageImage), rule(.suppressionUnused)],
    ]
  }

  private func rule(_ incident: Incident) -> JSON {
    let (summary, remedy) = (incident.summary, incident.remedySentence)
    return [
      "id": .string(incident.id.rawValue), "shortDescription": ["text": .string(summary)],
      "help": [
        "text": .string("\(summary)\nRemedy: \(remedy)"), "markdown": .string("\(summary)\n\n**Remedy:** \(remedy)"),
      ],
      "defaultConfiguration": ["level": .string(incident.severity.rawValue)],
    ]
  }

  @Test func keepsToTheSchema() throws {
    let failed = CheckReport(subjects: [], diagnostics: [ReportExample.error("machine.failed", .program, "ffmpeg")])
    let everyRule = CheckReport(
      subjects: ReportExample.subjects,
      diagnostics: RuleCatalog.standard.identifiers.map {
        Diagnostic($0, .note, .init(.file, "a.jpg"), "x", platforms: [.ios])
      })
    for report in [ReportExample.report, CheckReport(subjects: [], diagnostics: []), failed, everyRule] {
      #expect(SARIFSchema.log.faults(in: try log(report)) == [])
      #expect(SARIFSchema.log.faults(in: try log(report, home: nil)) == [])
    }
  }

  @Test func theSchemaOfThisTestRefusesWhatIsWrong() throws {
    let text = String(
      decoding: JSONText.pretty(ReportExample.report.sarif(version: "1", home: nil, base: ReportExample.base)),
      as: UTF8.self)
    for (right, wrong) in [
      (#""level" : "error""#, #""level" : "fatal""#), (#""startLine" : 3"#, #""startLine" : 0"#),
      (#""version" : "2.1.0""#, #""version" : "2.0.0""#), (#""ruleIndex" : 0"#, #""ruleindex" : 0"#),
      (#""name" : "richpush""#, #""title" : "richpush""#),
    ] {
      #expect(text.contains(right))
      #expect(SARIFSchema.log.faults(in: try JSON(text.replacing(right, with: wrong))) != [])
    }
  }

  @Test func everyResultHasItsRuleAPlaceAndAFingerprintOfItsOwn() throws {
    let run = try log(ReportExample.report)["runs"].elements[0]
    let (rules, results) = (run["tool"]["driver"]["rules"].elements.map { $0["id"] }, run["results"].elements)
    #expect(rules == ["message.id", "message.image", "message.json", "suppression.unused"])
    for result in results { #expect(rules[Int(result["ruleIndex"].number ?? -1)] == result["ruleId"]) }
    let places = results.flatMap { $0["locations"].elements.map { $0["physicalLocation"] } }
    #expect(places.compactMap { $0["artifactLocation"]["uri"].string }.count == results.count)
    #expect(places.compactMap { $0["region"]["startLine"].number }.count == results.count)
    #expect(Set(results.map { $0["partialFingerprints"] }).count == results.count)
  }

  @Test func describesTheRulesOfTheCatalog() throws {
    for rule in RuleCatalog.standard.descriptions {
      let report = CheckReport(subjects: [], diagnostics: [Diagnostic(rule.id, rule.severity, .init(.file, "a"), "x")])
      let descriptor = try log(report)["runs"].elements[0]["tool"]["driver"]["rules"].elements[0]
      #expect(descriptor["shortDescription"]["text"].string == rule.summary)
      #expect(descriptor["defaultConfiguration"]["level"].string == rule.severity.rawValue)
      #expect(descriptor["helpUri"].string == (rule.source.hasPrefix("https://") ? rule.source : nil))
    }
  }

  @Test func whatCouldNotBeLookedAtMakesTheRunUnsuccessful() throws {
    let report = CheckReport(subjects: [], diagnostics: [ReportExample.error("machine.failed", .program, "ffmpeg")])
    let run = try log(report)["runs"].elements[0]
    #expect(run["invocations"] == [["executionSuccessful": false]])
    #expect(
      run["results"].elements[0]["locations"] == [
        [
          "physicalLocation": ["artifactLocation": ["uri": "ffmpeg"], "region": ["startLine": 1]],
          "logicalLocations": [["fullyQualifiedName": "ffmpeg"]],
        ]
      ])
  }

  @Test(arguments: [
    ("p/ä b%#?.json", "p/%C3%A4%20b%25%23%3F.json"), ("a:b.json", "a%3Ab.json"), ("p/\u{1B}[.json", "p/%1B%5B.json"),
    ("./x/../a.json", "a.json"),
  ])
  func pathsArePercentEncoded(path: String, uri: String) throws {
    let location = try result(ReportExample.error("message.id", .request, path))["locations"].elements[0]
    #expect(location["physicalLocation"]["artifactLocation"] == ["uri": .string(uri), "uriBaseId": "%SRCROOT%"])
  }

  /// GitHub refuses a log with another scheme than the checkout's.
  @Test(arguments: [
    ("https://h:8443/a b%20c?x=ä|#f", "h%3A8443/a%20b%2520c%3Fx%3D%C3%A4%7C%23f"), ("http://h/a.jpg", "h/a.jpg"),
    ("a.jpg", "a.jpg"),
  ])
  func addressesAreRelative(url: String, uri: String) throws {
    let location = try result(ReportExample.error("message.id", .url, url))["locations"].elements[0]
    #expect(location["physicalLocation"]["artifactLocation"] == ["uri": .string(uri)])
    #expect(location["logicalLocations"] == [["fullyQualifiedName": .string(url)]])
  }

  @Test func fingerprintsStayWhenLinesAndCheckoutsMove() throws {
    let finding = ReportExample.error(line: 3, column: 7, keyPath: "message.apns")
    let moved = ReportExample.error(
      "message.image", .request, "/srv/p/a.json", line: 30, column: 1, keyPath: "message.apns")
    #expect(try fingerprint(finding) == fingerprint(moved, base: PathBase(workingDirectory: "/srv")))
    #expect(try fingerprint(finding) != fingerprint(ReportExample.error(keyPath: "message.android")))
    #expect(try fingerprint(finding) != fingerprint(ReportExample.error("message.json", keyPath: "message.apns")))
    // Of a file without a key path, what it holds.
    let digest = ReportExample.digest?.hex ?? ""
    #expect(
      try fingerprint(ReportExample.error()) == ["findingIdentity/v1": .string("message.image|p/a.json|\(digest)")])
  }
}
