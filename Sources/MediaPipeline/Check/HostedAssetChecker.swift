import Findings
import Libraries
import MediaFacts
import PushDelivery

/// Loads an asset as each client does and gives each client's verdict.
struct HostedAssetChecker: Sendable {
  let settings: CheckSettings
  let media: MediaChecker

  /// Writes only the bodies, to a temporary folder.
  ///
  /// - Parameters:
  ///   - platforms: the clients that load it; nil: all that can show its medium.
  ///   - lifetime: for how many seconds from now a device may still load it; nil: `CheckSettings.lifetime`.
  ///   - site: the site whose service worker shows it; nil: `CheckSettings.site`.
  func check(
    _ url: String, platforms: Set<Platform>? = nil, lifetime: Int? = nil, site: WebOrigin? = nil
  ) async -> CheckResult {
    let asked = platforms ?? settings.platforms
    let subject = Diagnostic.Subject(.url, url.maskingUserInfo)
    let text = URLCandidate(
      url, platforms: asked ?? Set(Platform.allCases), lifetime: lifetime ?? settings.lifetime, now: settings.now,
      isTrial: settings.allowsPrivateAddresses)
    let diagnostics = URLRules.beforeLoading(settings.rules.urls).diagnostics(about: subject, in: text)
    let clients = LoadingClient.allCases.filter { text.platforms.contains($0.platform) && canLoad(url, as: $0) }
    guard !clients.isEmpty else {
      let isJudged = diagnostics.contains { $0.severity == .error }
      return CheckResult(url, platforms: isJudged ? text.platforms : [], diagnostics: diagnostics)
    }
    do {
      let loader = try AssetLoader(certificateFile: settings.certificateFile, mayConnect: mayConnect)
      let site = settings.site ?? site
      let asset = HostedAsset(
        url, platforms: asked ?? Set(Platform.allCases), exchanges: await exchanges(url, clients, site, by: loader),
        site: site)
      return await result(asset, asked, in: loader, about: subject, diagnostics: diagnostics)
    } catch let error as FileSystemError {
      return CheckResult(url, diagnostics: diagnostics + [error.failure])
    } catch { return CheckResult(url, diagnostics: diagnostics + [.couldNotLook(error.reason, subject)]) }
  }

  /// A client does not load invalid addresses or other schemes; the address rules report them. Plain http is for private servers.
  private func canLoad(_ text: String, as client: LoadingClient) -> Bool {
    guard let url = client.address(text).text.flatMap({ try? StrictURL($0) }), url.userInfo == nil else { return false }
    return url.scheme == "https" || url.scheme == "http" && settings.allowsPrivateAddresses
  }

  /// Requests a body that was cut off once more: a wrong length comes again, a broken connection does not.
  private func exchanges(
    _ url: String, _ clients: [LoadingClient], _ site: WebOrigin?, by loader: AssetLoader
  ) async -> [Exchange] {
    var exchanges = await loader.load(url, as: clients, site: site)
    let cut = exchanges.filter { $0.cut != nil }
    guard !cut.isEmpty else { return exchanges }
    for again in await loader.load(url, as: cut.map(\.client), site: site) {
      guard let index = exchanges.firstIndex(where: { $0.client == again.client }) else { continue }
      exchanges[index] = again.settling(exchanges[index])
    }
    return exchanges
  }

  private func result(
    _ asset: HostedAsset, _ asked: Set<Platform>?, in loader: AssetLoader, about subject: Diagnostic.Subject,
    diagnostics: [Diagnostic]
  ) async -> CheckResult {
    var asset = asset
    let judgement = await judge(asset, asked, in: loader, about: subject)
    if let judgement { asset.platforms = judgement.platforms }
    let found =
      diagnostics + asset.unknownDiagnostics(subject)
      + settings.rules.responses.diagnostics(about: subject, in: asset)
      + (judgement?.diagnostics ?? []).sparing(asset.doubtfulPlatforms)
      + (await judgeApart(asset, in: loader, about: subject))
    let platforms = asset.platforms.subtracting(found.unseenPlatforms)
    var result = CheckResult(
      asset.url, digest: asset.digest, platforms: platforms,
      diagnostics: found + asset.undeliveredDiagnostics(subject))
    result.diagnostics += asset.passingDiagnostics(subject)
    return result
  }

  private var mayConnect: @Sendable (SocketAddress) -> Bool {
    let allowsAll = settings.allowsPrivateAddresses
    return { allowsAll || IPAddress(bytes: $0.bytes)?.isPublic == true }
  }

  /// Most clients' response; nil without one, or without its end.
  private func judge(
    _ asset: HostedAsset, _ asked: Set<Platform>?, in loader: AssetLoader, about subject: Diagnostic.Subject
  ) async -> MediaJudgement? {
    guard let client = asset.judgedClient else { return nil }
    return await media.judge(loader.path(of: client), name: nil, platforms: asked, about: subject)
  }

  /// Problems of clients that got other bytes than most. Advice is only given for the most common response.
  private func judgeApart(
    _ asset: HostedAsset, in loader: AssetLoader, about subject: Diagnostic.Subject
  ) async -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for client in asset.clientsJudgedApart where asset.platforms.contains(client.platform) {
      let judgement = await media.judge(
        loader.path(of: client), name: nil, platforms: [client.platform], about: subject)
      diagnostics += judgement.diagnostics.filter { $0.consequence(for: client.platform) != .shown }
    }
    return diagnostics
  }
}

extension HostedAsset {
  /// Once for all clients, without those that do not matter.
  fileprivate func unknownDiagnostics(_ subject: Diagnostic.Subject) -> [Diagnostic] {
    failure(\.unknownDetail).map { [.couldNotLook($0.detail, subject, platforms: $0.platforms)] } ?? []
  }

  /// The same if nothing can connect to the host: clients would show text only.
  fileprivate func undeliveredDiagnostics(_ subject: Diagnostic.Subject) -> [Diagnostic] {
    failure(\.undeliveredDetail).map { failure in
      [Diagnostic(.machineNetwork, subject, "no device gets it now: \(failure.detail)", platforms: failure.platforms)]
    } ?? []
  }

  /// What failed for the first of the clients with such a detail, and for which platforms.
  private func failure(_ detail: (Exchange) -> String?) -> (detail: String, platforms: Set<Platform>)? {
    let failed = exchanges.filter { platforms.contains($0.client.platform) && detail($0) != nil }
    return failed.first.flatMap(detail).map { ($0, Set(failed.map(\.client.platform))) }
  }

  /// Reports that a server is busy or failed, so that trying again may help. Clients' verdicts for that response are reported too: they are
  /// about the current response.
  fileprivate func passingDiagnostics(_ subject: Diagnostic.Subject) -> [Diagnostic] {
    failure(\.passingStatusDetail).map { failure in
      [
        Diagnostic(
          .machineNetwork, subject, "the server does not deliver it now (\(failure.detail)), which may change soon",
          remedy: "look at the server, and check again when it has recovered", platforms: failure.platforms)
      ]
    } ?? []
  }
}

extension [Diagnostic] {
  /// The diagnostics without these platforms.
  fileprivate func sparing(_ platforms: Set<Platform>) -> [Diagnostic] {
    guard !platforms.isEmpty else { return self }
    return compactMap { diagnostic in
      let rest = Set(diagnostic.platforms ?? Platform.allCases).subtracting(platforms)
      var diagnostic = diagnostic
      diagnostic.platforms = rest.sorted()
      return rest.isEmpty ? nil : diagnostic
    }
  }

  /// The platforms without a verdict, because the machine or the network failed.
  fileprivate var unseenPlatforms: Set<Platform> {
    Set(filter(\.rule.isEnvironmental).flatMap { $0.platforms ?? Platform.allCases })
  }
}

extension Exchange {
  /// The exchange after this second attempt, if the first was cut off.
  fileprivate func settling(_ first: Exchange) -> Exchange {
    guard let cut, let detail = cutDetail, let former = first.cut, cut != former else { return self }
    return Exchange(client, hops: hops, end: .failed(.environment(detail: detail)))
  }
}

extension CheckResult {
  /// - Parameter platforms: those that need a verdict; empty if it did not load.
  fileprivate init(
    _ url: String, digest: ContentDigest? = nil, platforms: Set<Platform> = [], diagnostics: [Diagnostic]
  ) {
    let verdicts = Verdict.of(platforms, after: diagnostics)
    let subject = CheckedSubject(.url, url.maskingUserInfo, digest: digest, verdicts: verdicts)
    self.init(subjects: [subject], diagnostics: diagnostics)
  }
}

extension Diagnostic {
  fileprivate static func couldNotLook(
    _ detail: String, _ subject: Subject, platforms: Set<Platform>? = nil
  ) -> Diagnostic {
    Diagnostic(
      .machineNetwork, subject, "it could not be loaded, so nothing can be said of it: \(detail)", platforms: platforms)
  }
}
