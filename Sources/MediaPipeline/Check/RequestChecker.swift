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
      let bytes = try FileReading.bytes(of: path, limit: Self.largestFile)
      if OwnFile.isProgram(at: path) { return program(bytes, at: path) }
      let form = RequestText(fileAt: FileSystem.canonicalPath(path) ?? path, bytes: bytes)
      return await check(bytes, name: path, form: form)
    } catch {
      let diagnostic = MediaError.unreadable(detail: error.reason).diagnostic(for: path)
      return CheckResult(subjects: [CheckedSubject(.request, path)], diagnostics: [diagnostic])
    }
  }

  /// - Parameters:
  ///   - name: what the bytes are reported as.
  ///   - form: what they are where they are not JSON of requests.
  func check(_ bytes: [UInt8], name: String, form: RequestText? = nil) async -> CheckResult {
    let isLines = [".jsonl", ".ndjson"].contains { name.lowercased().hasSuffix($0) }
    let file = form.map { RequestFile(bytes, in: $0) } ?? RequestFile(bytes, isLines: isLines)
    let diagnostics = file.diagnostics(
      about: .init(.request, name), platforms: settings.platforms ?? Set(Platform.allCases), now: settings.now,
      isTrial: settings.allowsPrivateAddresses, rules: settings.rules)
    let checked = CheckedSubject(.request, name, digest: ContentDigest(of: bytes))
    let result = CheckResult(subjects: [checked], diagnostics: diagnostics)
    return settings.followsAddresses ? result + (await follow(file)) : result
  }

  /// A program is not read. What it sends was judged when it was written, so that it only has to be still the same.
  private func program(_ bytes: [UInt8], at path: String) -> CheckResult {
    let digest = ContentDigest(of: bytes)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let index = FileSystem.parent(of: path) + "/" + RequestFolder.indexName
    let written = (try? FileReading.bytes(of: index, limit: RequestIndex.largestFile)).flatMap {
      RequestIndex.digest(ofSet: name, in: $0)
    }
    let isChanged = written.map { $0 != digest } ?? false
    return CheckResult(
      subjects: [CheckedSubject(.request, path, digest: digest)], diagnostics: isChanged ? [.changedProgram(path)] : [])
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

extension Diagnostic {
  fileprivate static func changedProgram(_ path: String) -> Diagnostic {
    Diagnostic(
      .requestChanged, .init(.request, path),
      "its bytes are not those that its index.json names, so nothing is known of the messages in it")
  }
}
