/// The rules about what a server answers when clients load an asset.
public enum ResponseRules {
  public static let all: [Rule<HostedAsset>] = connection + redirects + [status] + types + transfer

  /// A rule that is silent about clients that are not to show the asset.
  static func rule(
    _ description: RuleDescription, find: @escaping @Sendable (HostedAsset) -> [Finding]
  ) -> Rule<HostedAsset> {
    Rule(description) { asset in
      find(asset).compactMap { finding in
        let concerned = (finding.platforms ?? description.platforms).intersection(asset.platforms)
        guard !concerned.isEmpty else { return nil }
        var finding = finding
        finding.platforms = concerned
        return finding
      }
    }
  }
}
