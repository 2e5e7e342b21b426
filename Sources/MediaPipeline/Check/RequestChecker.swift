import Findings
import MediaFacts
import PushDelivery
import SystemPackage

/// Judges files of send requests.
struct RequestChecker: Sendable {
  let settings: CheckSettings
  let assets: HostedAssetChecker

  func check(_ path: String) async -> CheckResult {
    do {
      // The questions about an address depend on all requests that name it.
      if RequestSyntax(fileName: path) == .jsonLines, !settings.followsAddresses { return try await checkLines(path) }
      let bytes = try FileReading.bytes(of: path, limit: RequestFile.mostBytes)
      return await check(bytes, name: path)
    } catch {
      let diagnostic =
        error.code == .fileTooLarge
        ? Diagnostic(.campaign("largeFile", "\(RequestFile.mostBytes / 1_000_000)"), .init(.request, path))
        : MediaError.unreadable(detail: error.reason).diagnostic(for: path)
      return CheckResult(subjects: [CheckedSubject(.request, path)], diagnostics: [diagnostic])
    }
  }

  /// - Parameter name: the reported name of the bytes.
  func check(_ bytes: [UInt8], name: String) async -> CheckResult {
    let syntax = RequestSyntax(fileNamed: name, bytes)
    let file = RequestFile(bytes, in: syntax, inFolder: folder(of: name))
    let judge = RequestJudge(settings.requestQuestion, withNotes: settings.reportsNotes)
    let judgements = judge.judgements(of: file, about: .init(.request, name))
    let followed = settings.followsAddresses ? await follow(file) : nil
    // A damaged line does not stop the others.
    let textErrors = syntax == .json ? judgements.flatMap(\.textErrors) : []
    let requests = requests(judgements, textErrors, following: followed)
    let subject = CheckedSubject(.request, name, digest: ContentDigest(of: bytes), requests: requests)
    // A twin sends nothing, as its folder says.
    let isTwin = OwnFile.isTwin(at: name)
    let validateOnly = RequestRules.validateOnly.description.id
    var diagnostics = wanted(judgements.diagnostics).filter { !isTwin || $0.rule != validateOnly }
    if syntax == .jsonLines {
      var repeated = RepeatedRequests()
      repeated.add(RepeatedRequests.sightings(in: judgements))
      diagnostics += repeated.diagnostics(of: name)
    }
    var result = CheckResult(subjects: [subject], diagnostics: diagnostics)
    if let followed { result += followed }
    return result
  }

  /// Reported diagnostics.
  func wanted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    settings.reportsNotes ? diagnostics : diagnostics.filter { $0.severity > .note }
  }

  /// The name of the folder that a file is in.
  private func folder(of name: String) -> String? {
    let path = name.contains("/") ? name : FileSystem.canonicalPath(name) ?? name
    return path.split(separator: "/").dropLast().last.map(String.init)
  }

  /// Each client's verdict on each request.
  func requests(
    _ judgements: [RequestJudgement], _ textErrors: [Diagnostic] = [], following followed: CheckResult? = nil
  ) -> CheckedRequests {
    let assets = followed.map { result in
      Dictionary(result.subjects.map { ($0.name, $0.verdicts) }) { first, _ in first }
    }
    return CheckedRequests(
      judgements.lazy.compactMap { CheckedRequest($0, textErrors: textErrors, assets: assets) })
  }

  /// Loads every address that the requests name, each once.
  private func follow(_ file: RequestFile) async -> CheckResult {
    var result = CheckResult()
    for asset in file.assets {
      let platforms = settings.platforms.map(asset.platforms.intersection) ?? asset.platforms
      guard !platforms.isEmpty else { continue }
      let found = await assets.check(asset.url, platforms: platforms, lifetime: asset.lifetime, site: asset.site)
      result += asset.role == .icon ? found.ofIcon : found
    }
    return result
  }
}

extension CheckResult {
  /// The result for an icon, without which notifications show: loading problems are warnings, and its size and shape are ignored.
  fileprivate var ofIcon: CheckResult {
    var result = self
    result.diagnostics = diagnostics.filter { $0.severity == .error }.map { diagnostic in
      var diagnostic = diagnostic
      if !diagnostic.rule.isEnvironmental { diagnostic.severity = .warning }
      return diagnostic
    }
    return result
  }
}

extension CheckSettings {
  /// How requests are judged.
  var requestQuestion: RequestFile.Question {
    .init(platforms: platforms ?? Set(Platform.allCases), now: now, isTrial: allowsPrivateAddresses, rules: rules)
  }
}

extension RequestSyntax {
  /// By a file's name or its content.
  init(fileNamed name: String, _ bytes: [UInt8]) {
    self = RequestSyntax(fileName: name) ?? RequestSyntax(textBeginningWith: bytes.prefix(400)) ?? .json
  }
}
