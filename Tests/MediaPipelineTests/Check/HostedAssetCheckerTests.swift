import Findings
import Foundation
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// `check` on addresses, against a real server.
@Suite(.timeLimit(.minutes(10))) struct HostedAssetCheckerTests {
  private func settings(_ change: (inout CheckSettings) -> Void = { _ in }) throws -> CheckSettings {
    var settings = try CheckRun().settings
    (settings.now, settings.rules) = (1_800_000_000, .standard)
    change(&settings)
    return settings
  }

  private func settings(for checking: ResponseExample.Checking) async throws -> CheckSettings {
    let file = try await TestAuthority.shared().certificateFile
    return try settings {
      ($0.allowsPrivateAddresses, $0.certificateFile) = (checking != .publicOnly, checking == .untrusted ? nil : file)
    }
  }

  private func check(_ url: String, _ settings: CheckSettings) async throws -> CheckReport {
    await Checker(settings).check([.url(url)])
  }

  private func check(_ server: AbruptServer) async throws -> CheckReport {
    try await check(
      "http://localhost:\(server.port)/photo.jpg",
      settings { ($0.allowsPrivateAddresses, $0.rules) = (true, .standard.forTrial) })
  }

  /// The clients that a rule is broken for by a picture after these lines.
  private func platforms(breaking rule: RuleIdentifier, head: String) async throws -> [[Platform]?] {
    let head = Array("\(head)\r\nContent-Type: image/jpeg\r\n\r\n".utf8)
    let report = try await check(AbruptServer(head + minimalJPEG(width: 1200, height: 600)))
    return report.diagnostics.filter { $0.rule == rule }.map(\.platforms)
  }

  /// No phone has one to show.
  @Test func aServerThatAsksForCertificatesIsRefused() async throws {
    let server = try MutualTLSServer(try await TestAuthority.shared())
    let report = try await check(server.url("/photo.jpg"), settings(for: .asUsual))
    #expect(report.diagnostics.map(\.rule) == ["http.tls"], "\(report.diagnostics)")
    #expect(report.subjects.first?.verdicts.map(\.shows) == [.no, .no, .no])
  }

  /// A connection that breaks says nothing of the asset.
  @Test func whatCannotBeLookedAtIsTheMachinesFault() async throws {
    let server = try AbruptServer("")
    let report = try await check(server)
    #expect(report.diagnostics.filter(\.rule.isEnvironmental).map(\.platforms) == [[.ios, .android, .web]])
    #expect(report.subjects.map(\.verdicts) == [[]])
  }

  /// Android and Chrome read up to the end of the connection; what Apple's systems do is not known.
  @Test(arguments: [
    "Content-Length: many", "Content-Length: -1", "Content-Length:", "Content-Length: 0x10", "Content-Length: 1 000",
  ])
  func aLengthThatIsNoNumberIsPassedOver(line: String) async throws {
    #expect(try await platforms(breaking: "http.status", head: "HTTP/1.1 200 OK\r\n\(line)") == [[.ios]])
  }

  /// okhttp reads the first line letter by letter.
  @Test(arguments: [
    ("HTTP/1.1 200 OK", true), ("HTTP/1.1 200", true), ("HTTP/1.0 200 OK", true), ("HTTP/1.1  200 OK", false),
    ("HTTP/1.1 200OK", false), ("http/1.1 200 OK", false), ("HTTP/2 200 OK", false), ("HTTP/1.1 200\tOK", false),
  ])
  func androidIsStrictAboutTheFirstLine(line: String, isRead: Bool) async throws {
    #expect(try await platforms(breaking: "http.framing", head: line) == (isRead ? [] : [[.android]]))
  }

  /// libcurl reads less than some clients do.
  @Test(arguments: ["no colon here", "Content-Length: many"])
  func aLineThatClientsPassOverIsNoError(line: String) async throws {
    let server = try AbruptServer("HTTP/1.1 200 OK\r\n\(line)\r\nContent-Type: image/jpeg\r\n\r\nx")
    let report = try await check(server)
    let found = report.diagnostics.filter { $0.rule == "http.status" }
    #expect(found.map(\.severity) == [.warning], "\(report.diagnostics)")
    #expect(found.allSatisfy { $0.message.contains("Android and Chrome ignore that") }, "\(report.diagnostics)")
    #expect(report.subjects.flatMap(\.verdicts).allSatisfy { $0.shows != .yes })
  }

  @Test func onlyTheClientsThatAreAskedLoad() async throws {
    let server = try await TestServer([.photo(for: "Dalvik"), .photo(type: "text/html")])
    var settings = try await settings(for: .asUsual)
    settings.platforms = [.android]
    let report = try await check(server.url("/photo.jpg"), settings)
    #expect(report.diagnostics == [])
    let verdicts = report.subjects.flatMap(\.verdicts)
    #expect(verdicts.map(\.platform) == [.android] && verdicts.map(\.shows) == [.yes])
    #expect(server.log == ["connection", "GET /photo.jpg"])
  }

  /// No client profits from what another has connected, looked up or been told.
  @Test func everyClientHasAConnectionOfItsOwn() async throws {
    let server = try await TestServer([.photo()])
    _ = try await check(server.url("/photo.jpg"), settings(for: .asUsual))
    #expect(server.log.count { $0 == "connection" } == 3)
    #expect(server.log.count { $0 == "GET /photo.jpg" } == 3)
  }

  /// The bytes for each client are checked: a format that only Chrome gets shows there.
  @Test func whatIsNegotiatedIsJudgedForItsClient() async throws {
    let server = try await TestServer([.photo(for: "Chrome", type: "image/webp", body: .webP), .photo()])
    let report = try await check(server.url("/photo.jpg"), settings(for: .asUsual))
    #expect(report.subjects.flatMap(\.verdicts).map(\.shows) == [.yes, .yes, .yes])
    #expect(report.diagnostics.map(\.rule) == ["http.negotiation"])
  }

  @Test func aStatedLinkIsAConditionOfTheVerdict() async throws {
    let server = try await TestServer([.photo()])
    var settings = try await settings(for: .asUsual)
    settings.linkSpeed = 64_000
    let verdicts = try await check(server.url("/photo.jpg"), settings).subjects.flatMap(\.verdicts)
    #expect(verdicts.map(\.shows) == [.yes, .depends, .yes])
    #expect(verdicts[1].because == ["android.download-time"])
  }

  /// A check must not follow a redirect to a service inside the network.
  @Test func privateAddressesAreNeverConnected() async throws {
    let server = try await TestServer([.photo()])
    let report = try await check(server.url("/photo.jpg"), settings(for: .publicOnly))
    #expect(report.diagnostics.map(\.rule) == ["http.private-address"])
    #expect(report.diagnostics.map(\.platforms) == [nil])
    #expect(server.log == [])
  }

  @Test func plainHTTPIsForServersOfOnesOwn() async throws {
    let server = try await TestServer([.photo()], isSecure: false)
    _ = try await check(server.url("/photo.jpg"), settings(for: .publicOnly))
    #expect(server.log == [])
    let report = try await check(server.url("/photo.jpg"), settings(for: .asUsual))
    #expect(!report.diagnostics.contains { $0.rule.rawValue.hasPrefix("http.") })
    #expect(report.subjects.flatMap(\.verdicts).map(\.shows) == [.no, .no, .no])
    #expect(server.log.count { $0 == "GET /photo.jpg" } == 3)
  }

  @Test(arguments: ["https://", "ftp://push.example.com/a.jpg", "https://a b/"])
  func whatNoClientLoadsIsNotLoaded(_ url: String) async throws {
    let report = try await check(url, settings(for: .asUsual))
    #expect(report.subjects.map(\.digest) == [nil])
    #expect(!report.diagnostics.contains { $0.rule.isEnvironmental })
  }

  /// Reports are kept by CI systems and read by many.
  @Test(arguments: ["https://press:secret@push.example.com/a.jpg", "https://secret@push.example.com/a b.jpg"])
  func passwordsAreNotRepeated(_ url: String) async throws {
    let report = try await check(url, settings(for: .publicOnly))
    #expect(!report.diagnostics.isEmpty)
    #expect(report.subjects.map(\.name).allSatisfy { $0.hasPrefix("https://***@push.example.com/a") })
    #expect(!"\(report)".contains("secret"))
  }

  @Test func passwordsInRedirectsAreNotRepeated() async throws {
    let server = try await TestServer([.redirect("/a.jpg", to: "http://press:secret@push.example.com/a.jpg")])
    let report = try await check(server.url("/a.jpg"), settings(for: .asUsual))
    #expect(report.diagnostics.map(\.rule) == ["http.redirect-scheme"])
    #expect(!"\(report)".contains("secret"))
  }

  /// Trying again may help; the verdict is of what clients would be given now.
  @Test(arguments: [408, 429, 500, 502, 503, 504, 521]) func whatAServerSaysInPassingIsNoFaultOfTheAsset(status: Int)
    async throws
  {
    let server = try await TestServer([ServerAnswer("/a.jpg", status: status, body: .text("Later\n"))])
    let report = try await check(server.url("/a.jpg"), settings(for: .asUsual))
    #expect(Set(report.diagnostics.map(\.rule)) == ["http.status", "machine.network"], "\(report.diagnostics)")
    #expect(report.diagnostics.allSatisfy { $0.remedy.contains("check again when it has recovered") })
    #expect(report.diagnostics.contains { $0.message.contains("it answers \(status)") })
    #expect(report.subjects.flatMap(\.verdicts).map(\.shows) == [.no, .no, .no])
  }

  /// Of one that ends at another place each time the connection is at fault, and of one that always ends there its length.
  @Test func aBodyThatIsCutOffAnywhereIsTheNetworks() async throws {
    let bytes = minimalJPEG(width: 64, height: 32)
    let fields = [["Content-Type", "image/jpeg"]]
    let whole = bytes.count + 100
    let first = ScriptedAnswer(
      "/a.jpg", userAgent: "Dalvik", fields: fields, bytes: Array(bytes.prefix(20)), length: whole, times: 1)
    let second = ScriptedAnswer(
      "/a.jpg", userAgent: "Dalvik", fields: fields, bytes: Array(bytes.prefix(50)), length: whole)
    var settings = try await settings(for: .asUsual)
    settings.platforms = [.android]
    for (answers, rule) in [([first, second], "machine.network"), ([second], "http.content-length")] {
      let server = try await TestServer(answers, isSecure: true)
      let rules = try await check(server.url("/a.jpg"), settings).diagnostics.map(\.rule.rawValue)
      #expect(rules == [rule])
    }
  }
}
