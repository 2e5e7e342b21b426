import Findings

/// Whether the server gives the asset to everybody.
extension ResponseRules {
  static let status = rule(
    RuleDescription(
      "http.status", .response, .error, summary: "everybody gets the asset with status 200",
      why:
        "devices load without credentials, cookies or a referring page of yours. Android drops any answer of 400 and more, and "
        + "takes an interim answer (103) for the final one. FCM's library for Apple's systems and Chrome never look at the "
        + "status: they show whatever picture comes, a placeholder or an advertisement, and text alone where none does",
      remedy: "make the asset readable for everybody at this very address, without hot-link protection or a login",
      source: "https://github.com/firebase/firebase-ios-sdk/blob/main/FirebaseMessaging/Sources/"
        + "FIRMessagingExtensionHelper.m",
      failing: [
        .hosted("/gone.jpg", ServerAnswer("/gone.jpg", status: 404, body: .text("Not found\n"))),
        .hosted(
          "/photo.jpg", ServerAnswer("/photo.jpg", userAgent: "Dalvik", status: 403, body: .text("Forbidden\n")),
          .photo()),
      ],
      passing: [.hostedPhoto])
  ) { asset in
    refused(asset) + interim(asset) + shownErrors(asset) + unusual(asset) + malformed(asset)
  }

  private static func refused(_ asset: HostedAsset) -> [Finding] {
    asset.obstacles { if case .status(let status) = $0 { status } else { nil } }
      .sorted { $0.detail < $1.detail }.map { found in
        Finding(
          "the server answers \(names(found.platforms, asset)) with status \(found.detail), so there is no picture",
          remedy: passingRemedy(found.detail), platforms: found.platforms, consequence: found.consequence)
      }
  }

  private static func interim(_ asset: HostedAsset) -> [Finding] {
    asset.obstacles { if case .interimAnswer(let status) = $0 { status } else { nil } }.map { found in
      Finding(
        "the server sends an interim answer (\(found.detail)) first, which Android takes for the whole: it has no picture",
        remedy: "do not send early hints to clients that speak HTTP/1.1", platforms: found.platforms,
        consequence: found.consequence)
    }
  }

  /// Worse than nothing: a picture that nobody meant.
  private static func shownErrors(_ asset: HostedAsset) -> [Finding] {
    byStatus(asset) { $0.hop.status >= 400 && $0.format != nil }.map { status, platforms in
      Finding(
        "the server answers \(names(platforms, asset)) with status \(status) and a picture, which is shown although it is an "
          + "error's: perhaps a placeholder in place of yours",
        remedy: passingRemedy(status), platforms: platforms, consequence: .shown)
    }
  }

  /// nil where the rule's own remedy is the right one.
  private static func passingRemedy(_ status: Int) -> String? {
    ServerState.isPassing(status) ? "look at the server, and check again when it has recovered" : nil
  }

  private static func unusual(_ asset: HostedAsset) -> [Finding] {
    byStatus(asset) { $0.hop.status != 200 && $0.hop.status < 400 && $0.format != nil }.map { status, platforms in
      Finding(
        "the server answers \(names(platforms, asset)) with status \(status), which is shown and which caches may not keep",
        severity: .warning, platforms: platforms)
    }
  }

  private static func byStatus(
    _ asset: HostedAsset, _ isMeant: (Answer) -> Bool
  ) -> [(status: Int, platforms: Set<Platform>)] {
    Dictionary(grouping: asset.answers.filter(isMeant), by: \.hop.status).sorted { $0.key < $1.key }
      .map { ($0.key, asset.platforms(of: $0.value.map(\.client))) }.filter { !$0.1.isEmpty }
  }

  private static func names(_ platforms: Set<Platform>, _ asset: HostedAsset) -> String {
    platforms.intersection(asset.platforms).sorted().map(\.displayName).joined(separator: ", ")
  }

  private static func malformed(_ asset: HostedAsset) -> [Finding] {
    let loadError = asset.loadErrors { if case .malformed(let detail) = $0 { detail } else { nil } }
    return loadError.map {
      [
        Finding(
          "the server's answer is not well-formed HTTP: \($0.detail)",
          remedy: "look at what the server, or a proxy in front of it, writes at this address", platforms: $0.platforms)
      ]
    } ?? []
  }
}

/// What statuses tell of a server.
package enum ServerState {
  /// Whether a status tells of a server's state and not of a file
  /// (https://www.rfc-editor.org/rfc/rfc9110#section-15.5.9, https://www.rfc-editor.org/rfc/rfc6585#section-4): also those from 520 on,
  /// which CDNs have for what lies behind them
  /// (https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-5xx-errors/). Others, such as 501, tell of
  /// what a server never does.
  package static func isPassing(_ status: Int) -> Bool {
    [408, 425, 429, 500, 502, 503, 504, 507].contains(status) || (520...599).contains(status)
  }
}
