import Findings
import PushDelivery
import TestSupport
import Testing

/// Chromium itself shows what the rows say of Chrome.
///
/// Each row's server is named in a push message, and a service worker of the site that shows it does with the message what that of FCM's
/// library does. A row shows if the desktop is given a notification with a picture: the browser has loaded it in the way of a
/// notification's image, judged it by all of its policies, decoded it and written it down as a PNG. Whether and how large the desktop draws
/// that PNG is not tested here. Messages do not come from a push service: DevTools hands them to the browser, which then shows no default
/// notification where a worker fails to.
@Suite(
  .enabled(if: Chromium.canBeAsked, "there is no chromium in PATH of a Linux: scripts/bootstrap installs it"),
  .timeLimit(.minutes(10)))
struct ChromiumShapeTests {
  /// Rows that are not asked for, and why.
  private static let unasked = [
    // The row is about all versions that people have. Chromium 156 decodes it; others do not.
    "a JPEG XL"
  ]

  /// A row, on its own host.
  private struct Row {
    let shape: AnswerShape
    let host: String

    var origin: String { (shape.isPlain ? "http://" : "https://") + host }

    /// Where it is shown. What depends on the site is shown by one for which it would load and one for which it would not.
    var sites: [AnswerShape.Site] {
      shape.site.map { [$0] } ?? (shape.web.shows == .depends ? [.own, .foreign] : [.foreign])
    }

    var pushes: [SitePush] {
      sites.map { site in
        let notification: JSONValue = .object([
          "title": .string("\(host) \(site)"), "body": "as the site has it", "image": .string(origin + shape.path),
        ])
        return SitePush(site: self.origin(of: site), payload: .object(["notification": notification]))
      }
    }

    private func origin(of site: AnswerShape.Site) -> String {
      switch site {
      case .own: origin
      case .neighbour: "https://\(host):8443"
      case .foreign: "https://shop.example.com"
      }
    }

    func agrees(with outcomes: [ShownPushes.Outcome]) -> Bool {
      let isShown = outcomes.map { $0.desktop?.picture != nil }
      return switch shape.web.shows {
      case .yes: isShown == [true]
      case .no: isShown == [false]
      case .depends: isShown == [true, false]
      }
    }
  }

  /// `make test` prints the line that begins with "matrix of clients".
  @Test func chromiumShowsWhatTheRowsSay() async throws {
    let rows = AnswerShape.all.filter { !Self.unasked.contains($0.name) }.enumerated()
      .map { Row(shape: $1, host: "static\($0).example.net") }
    var servers: [String: ServerScript] = [:]
    for row in rows { servers[row.origin] = try await row.shape.script() }
    let result = try await Chromium.show(rows.flatMap(\.pushes), servers: servers)
    var outcomes = result.outcomes[...]
    var equal = 0
    for row in rows {
      let own = Array(outcomes.prefix(row.sites.count))
      outcomes = outcomes.dropFirst(own.count)
      // The text is shown even if the picture fails.
      #expect(own.allSatisfy { $0.error == nil && $0.desktop != nil }, "\(row.shape.name): \(own)")
      #expect(row.agrees(with: own), "\(row.shape.name): \(row.shape.web.shows), but \(own)")
      if row.agrees(with: own) { equal += 1 }
    }
    #expect(outcomes.isEmpty)
    print(
      "matrix of clients: \(result.browser) itself agrees with \(equal) of \(AnswerShape.all.count) rows, "
        + "and is not asked about \(Self.unasked.joined(separator: ", "))")
  }

  @Test func everyUnaskedRowIsThere() { #expect(Set(Self.unasked).isSubset(of: AnswerShape.all.map(\.name))) }

  /// What `check` says to servers in Chrome's name is what Chromium says for a notification of another site.
  @Test func chromiumAsksAsCheckDoes() async throws {
    let shape = try #require(AnswerShape.all.first { $0.name == "a JPEG" })
    let row = Row(shape: shape, host: "static.example.net")
    let script = try await shape.script()
    _ = try await Chromium.show(row.pushes, servers: [row.origin: script])
    // Headless Chromium has a different name, and a connection needs two more.
    let unlike: Set = ["Connection", "Host", "User-Agent"]
    let asked = script.fields.filter { field in !unlike.contains(String(field.prefix { $0 != ":" })) }
    let client = LoadingClient.chrome
    let site = try #require(WebOrigin(row.pushes[0].site + "/"))
    let fields = client.fields(for: row.origin + shape.path, site: site).filter { !unlike.contains($0.name) }
    #expect(
      Set(asked) == Set(fields.map { "\($0.name): \($0.value)" } + ["Accept-Encoding: \(client.acceptedEncodings)"]))
  }
}
