/// Whether the server gives the asset to everybody.
extension ResponseRules {
  static let status = rule(
    RuleDescription(
      "http.status", .response, .error, summary: "Everybody gets the asset with status 200",
      why:
        "devices load without credentials, cookies or a referring page. Android drops any answer of 400 and more; FCM's "
        + "library for Apple's systems does not look at the status and attaches the error page, which then is no picture",
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
    unexpected(asset) + malformed(asset)
  }

  /// One finding for each status.
  private static func unexpected(_ asset: HostedAsset) -> [Finding] {
    let others = asset.exchanges.compactMap { exchange -> (status: Int, client: LoadingClient)? in
      guard case .loaded = exchange.end, let hop = exchange.hops.last, hop.status != 200 else { return nil }
      return (hop.status, exchange.client)
    }
    return Dictionary(grouping: others, by: \.status).sorted { $0.key < $1.key }.map { status, exchanges in
      let platforms = asset.platforms(of: exchanges.map(\.client))
      let names = platforms.sorted().map(\.displayName).joined(separator: ", ")
      return Finding("the server answers \(names) with status \(status), so there is no picture", platforms: platforms)
    }
  }

  private static func malformed(_ asset: HostedAsset) -> [Finding] {
    let failure = asset.failures { if case .malformed(let detail) = $0 { detail } else { nil } }
    return failure.map { [Finding("the server's answer is not HTTP: \($0.detail)", platforms: $0.platforms)] } ?? []
  }
}
