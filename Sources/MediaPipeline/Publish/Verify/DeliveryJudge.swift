import Findings
import PushDelivery

/// Tells of an address which site shows what lies there; nil where nobody knows. It is asked only where an answer depends on it.
typealias SiteLookup = @Sendable (_ url: String) -> WebOrigin?

/// What the rules of `check` say of a published URL.
struct DeliveryJudge: Sendable {
  let site: SiteLookup

  /// What was found of one URL.
  struct Judgement: Sendable {
    /// What keeps clients from showing it, but for what is in `late`.
    var errors: [Diagnostic] = []
    /// That it comes too late for some client.
    var late: [Diagnostic] = []
    /// What it is shown with all the same.
    var warnings: [Diagnostic] = []
  }

  func judge(_ asset: HostedAsset) -> Judgement {
    var judgement = Judgement()
    for diagnostic in diagnostics(of: asset) {
      let isOfTime = diagnostic.rule == ResponseRules.time.description.id
      switch diagnostic.severity {
      case .error where isOfTime: judgement.late.append(diagnostic)
      case .error: judgement.errors.append(diagnostic.withOwnRemedy)
      // Whoever asks first for what was just published waits for the origin, and nobody after that.
      case .warning where isOfTime: break
      case .warning, .note: judgement.warnings.append(diagnostic)
      }
    }
    return judgement
  }

  private func diagnostics(of asset: HostedAsset) -> [Diagnostic] {
    let subject = Diagnostic.Subject(.url, asset.url)
    let found = ResponseRules.all.diagnostics(about: subject, in: asset)
    guard found.contains(where: { Self.dependingOnSite.contains($0.rule) }), let site = site(asset.url) else {
      return found
    }
    var asset = asset
    asset.site = site
    return ResponseRules.all.diagnostics(about: subject, in: asset)
  }

  private static let dependingOnSite = Set(
    [ResponseRules.resourcePolicy, ResponseRules.opaqueResponse].map(\.description.id))
}

extension Diagnostic {
  /// With a remedy that whoever publishes can follow: there is no flag for certificates of one's own, since no device knows them.
  fileprivate var withOwnRemedy: Diagnostic {
    guard rule == ResponseRules.tls.description.id else { return self }
    var diagnostic = self
    diagnostic.remedy =
      "have the host of base-url serve a valid certificate of a public authority with its intermediate certificates: "
      + "devices take no other"
    return diagnostic
  }
}
