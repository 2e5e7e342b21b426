import PushDelivery

/// Judges media files as they are.
struct MediaChecker: Sendable {
  let settings: CheckSettings
  let workers: WorkerPool

  /// A file that was named, or one of a published folder.
  ///
  /// - Parameter name: its path as it is to be reported.
  func check(_ path: String, name: String) async -> CheckResult {
    CheckResult()
  }

  /// The bytes of an asset, wherever they come from.
  ///
  /// - Parameters:
  ///   - path: a file that holds them.
  ///   - name: its name, without folders; nil where an address names it.
  ///   - platforms: the clients that are to show it; nil: all that can show its medium.
  func judge(
    _ path: String, name: String?, platforms: Set<Platform>?, about subject: Diagnostic.Subject
  ) async -> MediaJudgement {
    MediaJudgement(platforms: platforms ?? Set(Platform.allCases), diagnostics: [])
  }
}

/// What is to be said of an asset's bytes.
struct MediaJudgement: Sendable {
  /// The clients that were judged for.
  var platforms: Set<Platform>
  /// nil where it cannot be told what they are.
  var inspection: Inspection?
  var diagnostics: [Diagnostic]
}
