package import Findings

/// What Chrome keeps from a site although it has loaded it.
extension ResponseRules {
  static let browsers = [resourcePolicy, opaqueResponse]

  package static let resourcePolicy = rule(
    RuleDescription(
      "http.resource-policy", .response, .error, platforms: [.web],
      summary: "other sites may show the asset (Cross-Origin-Resource-Policy)",
      why:
        "with `same-origin`, which Express's helmet sets by default, or `same-site` browsers hand the picture to no page and no "
        + "service worker of another site: the notification is text alone. It counts in redirects too",
      remedy: "send Cross-Origin-Resource-Policy: cross-origin with the asset, or host it on the site itself",
      source: "Chromium, services/network/public/cpp/cross_origin_resource_policy.cc, IsBlockedInternal",
      failing: [.hosted("/photo.jpg", .photo(with: ["Cross-Origin-Resource-Policy": "same-origin"]))],
      passing: [.hosted("/photo.jpg", .photo(with: ["Cross-Origin-Resource-Policy": "cross-origin"]))])
  ) { asset in
    asset.obstacles { if case .resourcePolicy(let value) = $0 { value } else { nil } }.map { found in
      let policy = "Cross-Origin-Resource-Policy is \(found.detail.quoted)"
      guard let site = asset.site else {
        return Finding(
          "\(policy): Chrome shows it on a site of its own alone, and which site shows it was not said",
          severity: .warning,
          platforms: found.platforms, consequence: found.consequence)
      }
      return Finding(
        "\(policy), and \(site.text) is another: Chrome blocks it", platforms: found.platforms,
        consequence: found.consequence)
    }
  }

  package static let opaqueResponse = rule(
    RuleDescription(
      "http.opaque-response", .response, .error, platforms: [.web],
      summary: "the asset is of a type that browsers hand to other sites",
      why:
        "Chrome blocks what one site loads of another where the type says that it is none of its business: PDF, ZIP, CSV and "
        + "office documents always; HTML, JSON, XML and plain text where `X-Content-Type-Options: nosniff` forbids to look at "
        + "the bytes. Only an asset of the site's very own origin is spared",
      remedy: "have the server send the registered type of the format: image/jpeg, image/png or image/gif",
      source: "Chromium, services/network/orb/orb_impl.cc and orb_mimetypes.cc",
      failing: [.hosted("/photo.jpg", .photo(type: "text/plain", with: ["X-Content-Type-Options": "nosniff"]))],
      passing: [.hosted("/photo.jpg", .photo(with: ["X-Content-Type-Options": "nosniff"]))])
  ) { asset in
    asset.obstacles { if case .opaqueResponse(let reason) = $0 { reason } else { nil } }.map { found in
      Finding(
        "\(found.detail): Chrome shows it on no other site", platforms: found.platforms, consequence: found.consequence)
    }
  }
}
