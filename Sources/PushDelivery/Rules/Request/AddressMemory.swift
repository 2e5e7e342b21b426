import Findings
import Synchronization

/// What the rules about URLs found in the addresses of the requests before: most requests of a file name one of few pictures.
///
/// It belongs to one question, since the rules and the moment of the check are no part of what it is asked by.
final class AddressMemory: Sendable {
  typealias Findings = [(rule: RuleDescription, finding: Finding)]

  /// All that a finding hangs on.
  private struct Address: Hashable {
    let url: String
    let platforms: Set<Platform>
    let lifetime: Int
  }

  private let known = Mutex<[Address: Findings]>([:])

  /// How many addresses are kept, and how many bytes the longest of them has: files name as many as they like.
  private static let mostAddresses = 4096
  private static let longestAddress = 2048

  /// What the rules find in the address of a picture, without its place in the request.
  ///
  /// - Parameters:
  ///   - lifetime: for how many seconds after sending a device may load it.
  ///   - candidates: the addresses of the same request that were taken apart, by their texts.
  func findings(
    _ field: ImageField, _ lifetime: Int, _ question: RequestFile.Question, _ candidates: inout [String: URLCandidate]
  ) -> Findings {
    guard let url = field.url else { return [] }
    let address = Address(url: url, platforms: field.platforms, lifetime: lifetime)
    if let findings = known.withLock({ $0[address] }) { return findings }
    let candidate =
      candidates[url] ?? URLCandidate(url, lifetime: lifetime, now: question.now, isTrial: question.isTrial)
    candidates[url] = candidate
    let findings = Self.findings(candidate.loaded(by: field.platforms), question)
    if url.utf8.count <= Self.longestAddress { keep(findings, of: address) }
    return findings
  }

  private func keep(_ findings: Findings, of address: Address) {
    // What is forgotten is freed when others may ask again.
    _ = known.withLock { known -> [Address: Findings] in
      let old = known.count < Self.mostAddresses ? [:] : exchange(&known, with: [:])
      known[address] = findings
      return old
    }
  }

  private static func findings(_ candidate: URLCandidate, _ question: RequestFile.Question) -> Findings {
    question.rules.urls.flatMap { rule in
      rule.find(candidate).compactMap { finding in
        var finding = finding
        let concerned = (finding.platforms ?? rule.description.platforms).intersection(candidate.platforms)
        finding.platforms = concerned
        // To the API, an empty text is none.
        if candidate.text.isEmpty { (finding.severity, finding.consequences) = (.warning, Consequence.forAll(.shown)) }
        return concerned.isEmpty ? nil : (rule.description, finding)
      }
    }
  }
}
