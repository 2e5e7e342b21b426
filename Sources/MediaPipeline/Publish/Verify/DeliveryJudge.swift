import Findings
package import PushDelivery

/// Gives the site that shows a URL; nil if unknown. It is only called if a result depends on it.
package typealias SiteLookup = @Sendable (_ url: String) -> WebOrigin?

/// Judges a published URL by the rules of `check`.
struct DeliveryJudge: Sendable {
  let site: SiteLookup

  /// Findings about one URL.
  struct Judgement: Sendable {
    /// Errors that stop clients from showing it, without `late`.
    var errors: [Diagnostic] = []
    /// Findings that it is too slow.
    var late: [Diagnostic] = []
    /// Warnings about a shown URL.
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
