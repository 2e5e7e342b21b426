import Findings
import FuzzSupport

@testable import PushDelivery

/// Addresses of pictures and pages.
extension FuzzTarget {
  static let addresses: [FuzzTarget] = [
    FuzzTarget(
      "url-rules",
      text: { text in
        let candidate = URLCandidate(text, now: 1_800_000_000)
        for rule in URLRules.all { _ = rule.find(candidate) }
        _ = (AssetURL<EveryClient>(rawValue: text), HTTPSLink(rawValue: text), WebOrigin(text))
      }),
    FuzzTarget(
      "punycode",
      text: { text in
        guard let name = Punycode.host(text) else { return }
        precondition(Punycode.host(name) == name, "what is written in ASCII stays as it is")
      }),
    FuzzTarget(
      "condition",
      text: { text in
        _ = try? TopicCondition(text)
      }),
    FuzzTarget("placeholder", text: { text in _ = try? PlaceholderText(text) }),
  ]
}
