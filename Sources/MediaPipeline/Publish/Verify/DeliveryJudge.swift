import Findings
package import PushDelivery

/// Gives the site that shows a URL; nil if unknown. It is only called if a result depends on it.
package typealias SiteLookup = @Sendable (_ url: String) -> WebOrigin?

/// Findings about a published URL by the rules of `check`.
struct DeliveryJudgement {
  /// Those that stop clients from showing it; that it is too slow; those about a shown URL.
  private(set) var errors, late, warnings: [Diagnostic]

  init(_ asset: HostedAsset, site: SiteLookup) {
    (errors, late, warnings) = ([], [], [])
    for diagnostic in Self.diagnostics(of: asset, site) {
      let isOfTime = diagnostic.rule == ResponseRules.time.description.id
      switch diagnostic.severity {
      case .error where isOfTime: late.append(diagnostic)
      case .error: errors.append(diagnostic.withOwnRemedy)
      // Only the first request after publishing waits for the origin.
      case .warning where isOfTime: break
      case .warning, .note: warnings.append(diagnostic)
      }
    }
  }

  private static func diagnostics(of asset: HostedAsset, _ site: SiteLookup) -> [Diagnostic] {
    let subject = Diagnostic.Subject(.url, asset.url)
    let found = ResponseRules.all.diagnostics(about: subject, in: asset)
    guard found.contains(where: { dependingOnSite.contains($0.rule) }), let site = site(asset.url) else { return found }
    var asset = asset
    asset.site = site
    return ResponseRules.all.diagnostics(about: subject, in: asset)
  }

  private static let dependingOnSite = Set(
    [ResponseRules.resourcePolicy, ResponseRules.opaqueResponse].map(\.description.id))
}

extension Diagnostic {
  /// With a remedy that fits publishing: there is no flag for private certificates, since no device trusts them.
  fileprivate var withOwnRemedy: Diagnostic {
    guard rule == ResponseRules.tls.description.id else { return self }
    var diagnostic = self
    diagnostic.remedy =
      "have the host of base-url serve a valid certificate of a public authority with its intermediate certificates: "
      + "devices take no other"
    return diagnostic
  }
}

/// Statuses for a file that is unknown or not accessible.
enum AbsentStatus {
  /// S3 answers 403 for a missing object if the bucket may not be listed
  /// (https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html). A name made from its bytes is never gone for good, so 410 means
  /// no more than 404.
  static let all: Set<Int> = [401, 403, 404, 410]
  /// A pending deployment does not ask for a name and a password.
  static let login = 401

  /// Whether a file may follow an answer without it, once it is deployed: an absence, or a page in its place.
  static func mayFollow(_ status: Int) -> Bool { status == 200 || all.contains(status) && status != login }
}

extension Exchange {
  /// Why it could not be loaded from here.
  var environmentalDetail: String? { unknownDetail ?? undeliveredDetail }

  /// Why nothing is known about the asset: this machine or the network failed.
  var unknownDetail: String? { if case .failed(.environment(let detail)) = end { detail } else { nil } }

  /// Why no client gets it now: its host has no address, or nothing listens there.
  var undeliveredDetail: String? {
    switch end {
    case .failed(.unresolved(let detail)), .failed(.closed(let detail)): detail
    default: nil
    }
  }

  /// A status of a server that is busy.
  var passingStatusDetail: String? {
    hops.last.flatMap { ServerState.isPassing($0.status) ? "it answers \($0.status)" : nil }
  }

  var hasTimedOut: Bool { if case .failed(.timedOut) = end { true } else { false } }

  /// Whether there was no secure connection, or no such host: trying again is useless.
  var isPermanent: Bool {
    switch end {
    case .failed(.insecure), .failed(.unresolved): true
    default: false
    }
  }

  var body: LoadedBody? { if case .loaded(let body) = end { body } else { nil } }

  /// The length of a body that was cut off.
  var cut: (received: Int, announced: Int?)? {
    if case .failed(.truncated(let received, let announced)) = end { (received, announced) } else { nil }
  }

  /// The same in words. A broken connection looks like this too, and says nothing about the file.
  var cutDetail: String? {
    cut.map { "its answer ends after \($0.received) of \($0.announced.map(String.init) ?? "more") bytes" }
  }
}
