import Findings
import Synchronization

/// The findings of the rules about URLs for earlier requests: most requests of a file name one of few pictures.
///
/// It belongs to one question, because its keys do not include the rules and the time of the check.
final class AddressMemory: Sendable {
  typealias Findings = [(rule: RuleDescription, finding: Finding)]

  /// The inputs of a finding.
  private struct Address: Hashable {
    let url: String
    let platforms: Set<Platform>
    let lifetime: Int
    let isLink: Bool
  }

  private let known = Mutex<[Address: Findings]>([:])

  /// How many URLs are kept, and the most bytes of one: files name as many as they like.
  private static let mostAddresses = 4096
  private static let longestAddress = 2048

  /// The findings for a picture's URL, without its place in the request.
  ///
  /// - Parameters:
  ///   - lifetime: for how many seconds after sending a device may load it.
  ///   - candidates: the parsed URLs of the same request, by their texts.
  func findings(
    _ field: ImageField, _ lifetime: Int, _ question: RequestFile.Question, _ candidates: inout [String: URLCandidate]
  ) -> Findings {
    guard let url = field.url else { return [] }
    let address = Address(url: url, platforms: field.platforms, lifetime: lifetime, isLink: false)
    if let findings = known.withLock({ $0[address] }) { return findings }
    let candidate =
      candidates[url] ?? URLCandidate(url, lifetime: lifetime, now: question.now, isTrial: question.isTrial)
    candidates[url] = candidate
    let findings = Self.findings(candidate.loaded(by: field.platforms), question.rules.urls)
    if url.utf8.count <= Self.longestAddress { keep(findings, of: address) }
    return findings
  }

  /// The findings for a URL that a tap opens. The picture shows in any case.
  func findings(_ link: LinkField, _ lifetime: Int, _ question: RequestFile.Question) -> Findings {
    let address = Address(url: link.url, platforms: link.platforms, lifetime: lifetime, isLink: true)
    if let findings = known.withLock({ $0[address] }) { return findings }
    let candidate = URLCandidate(
      link.url, platforms: link.platforms, lifetime: lifetime, now: question.now, isTrial: question.isTrial,
      isLink: true)
    let isPage = candidate.parsed.map { ["https", "http"].contains($0.scheme) } ?? false
    let rules = URLRules.ofLinks(question.rules.urls).filter {
      isPage || $0.description.id == URLRules.noValue.description.id
    }
    let findings = Self.findings(candidate, rules).map { rule, finding in
      var finding = finding
      finding.consequences = Consequence.forAll(.shown)
      return (rule, finding)
    }
    if link.url.utf8.count <= Self.longestAddress { keep(findings, of: address) }
    return findings
  }

  private func keep(_ findings: Findings, of address: Address) {
    // Forgotten findings are freed when others may ask again.
    _ = known.withLock { known -> [Address: Findings] in
      let old = known.count < Self.mostAddresses ? [:] : exchange(&known, with: [:])
      known[address] = findings
      return old
    }
  }

  private static func findings(_ candidate: URLCandidate, _ rules: [Rule<URLCandidate>]) -> Findings {
    rules.flatMap { rule in
      rule.find(candidate).compactMap { finding in
        var finding = finding
        let concerned = (finding.platforms ?? rule.description.platforms).intersection(candidate.platforms)
        finding.platforms = concerned
        // To the API, empty is not set.
        if candidate.text.isEmpty { (finding.severity, finding.consequences) = (.warning, Consequence.forAll(.shown)) }
        return concerned.isEmpty ? nil : (rule.description, finding)
      }
    }
  }
}
