import Findings
package import PushDelivery

/// Gives the site that shows a URL; nil if unknown. It is only called if a result depends on it.
package typealias SiteLookup = @Sendable (_ url: String) -> WebOrigin?

/// Judges a published URL by the rules of `check`.
struct DeliveryJudge: Sendable {
  let site: SiteLookup

  /// Findings about one URL.
  struct Judgement: Sendable {
    /// Errors that stop clients from showing it; findings that it is too slow; warnings about a shown URL.
    var errors: [Diagnostic] = []
    var late: [Diagnostic] = []
    var warnings: [Diagnostic] = []
  }

  func judge(_ asset: HostedAsset) -> Judgement {
    var judgement = Judgement()
    for diagnostic in diagnostics(of: asset) {
      let isOfTime = diagnostic.rule == ResponseRules.time.description.id
      switch diagnostic.severity {
      case .error where isOfTime: judgement.late.append(diagnostic)
      case .error: judgement.errors.append(diagnostic.withOwnRemedy)
      // Only the first request after publishing waits for the origin.
      case .warning where isOfTime: break
      case .warning, .note: judgement.warnings.append(diagnostic)
      }
    }
    return judgement
  }

  private func diagnostics(of asset: HostedAsset) -> [Diagnostic] {
    let subject = Diagnostic.Subject(.url, asset.url)
    let found = ResponseRules.all.diagnostics(about: subject, in: asset)
    let needsSite = found.contains { Self.dependingOnSite.contains($0.rule) }
    guard needsSite, let site = site(asset.url) else { return found }
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

/// Faults of a server or the network, not of the file.
enum PassingFault {
  /// Statuses for a file that is unknown or not accessible. S3 answers 403 for a missing object if the bucket may not be listed
  /// (https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html). A name made from its bytes is never gone for good, so 410 means
  /// no more than 404.
  static let absences: Set<Int> = [401, 403, 404, 410]
  /// A pending deployment does not ask for a name and a password.
  static let login = 401

  /// Whether the response may soon change: the server is busy, or the file has not arrived yet.
  static func mayRecover(_ status: Int?) -> Bool {
    status.map { absences.contains($0) || ServerState.isPassing($0) } ?? true
  }

  /// A status in words.
  static func words(_ status: Int) -> String { "it answers \(status)" }
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

  var passingStatus: Int? { hops.last.map(\.status).flatMap { ServerState.isPassing($0) ? $0 : nil } }

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
