import Findings
import MediaFacts
import PushDelivery

/// Judges files of send requests.
struct RequestChecker: Sendable {
  let settings: CheckSettings
  let assets: HostedAssetChecker

  /// The largest file of requests that is read, in bytes.
  static let largestFile = 200_000_000

  func check(_ path: String) async -> CheckResult {
    do {
      return await check(try FileReading.bytes(of: path, limit: Self.largestFile), name: path)
    } catch {
      let diagnostic = MediaError.unreadable(detail: error.reason).diagnostic(for: path)
      return CheckResult(subjects: [CheckedSubject(.request, path)], diagnostics: [diagnostic])
    }
  }

  /// - Parameter name: what the bytes are reported as.
  func check(_ bytes: [UInt8], name: String) async -> CheckResult {
    let isLines = [".jsonl", ".ndjson"].contains { name.lowercased().hasSuffix($0) }
    let file = RequestFile(bytes, isLines: isLines)
    let diagnostics = file.diagnostics(
      about: .init(.request, name), platforms: settings.platforms ?? Set(Platform.allCases), now: settings.now,
      isTrial: settings.allowsPrivateAddresses, rules: settings.rules)
    let checked = CheckedSubject(.request, name, digest: ContentDigest(of: bytes))
    let result = CheckResult(subjects: [checked], diagnostics: diagnostics)
    return settings.followsAddresses ? result + (await follow(file)) : result
  }

  /// Loads every address that the requests name, each once.
  private func follow(_ file: RequestFile) async -> CheckResult {
    var result = CheckResult()
    for asset in file.assets {
      let platforms = settings.platforms.map(asset.platforms.intersection) ?? asset.platforms
      guard !platforms.isEmpty else { continue }
      result = result + (await assets.check(asset.url, platforms: platforms, lifetime: asset.lifetime))
    }
    return result
  }
}
