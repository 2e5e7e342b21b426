import Foundation
public import PushDelivery

/// Says before sending what would not show. Writes nothing and sends nothing to FCM.
public struct Checker: Sendable {
  let settings: CheckSettings

  public init(_ settings: CheckSettings) { self.settings = settings }

  /// Looks at every target, several at once, and tells what it found in their order.
  ///
  /// - Throws: `PipelineError` when a campaign cannot be read or no worker can be started.
  public func check(_ targets: [CheckTarget]) async throws(PipelineError) -> CheckReport {
    var report = CheckReport(subjects: [], diagnostics: [])
    for result in try await results(targets) {
      let result = try result.get()
      report.subjects += result.subjects
      report.diagnostics += result.diagnostics
    }
    return report
  }

  private func results(
    _ targets: [CheckTarget]
  ) async throws(PipelineError) -> [Result<CheckResult, PipelineError>] {
    do {
      return try await WorkerPool.withWorkers(settings.jobs, command: settings.worker) { workers in
        await targets.mapInOrder(atMost: settings.jobs * 2) { target in
          do throws(PipelineError) { return .success(try await check(target, workers: workers)) } catch {
            return .failure(error)
          }
        }
      }
    } catch {
      throw .workers(detail: "\(error)")
    }
  }

  private func check(_ target: CheckTarget, workers: WorkerPool) async throws(PipelineError) -> CheckResult {
    let media = MediaChecker(settings: settings, workers: workers)
    let assets = HostedAssetChecker(settings: settings, media: media)
    let requests = RequestChecker(settings: settings, assets: assets)
    switch target {
    case .campaign(let folder):
      return try await CampaignChecker(settings: settings, workers: workers).check(folder)
    case .media(let path): return await media.check(path, name: path)
    case .request(let path): return await requests.check(path)
    case .standardInput:
      let bytes = (try? FileHandle.standardInput.readToEnd()).map(Array.init) ?? []
      return await requests.check(bytes, name: "-")
    case .url(let url): return await assets.check(url)
    }
  }
}

/// What was found about one target.
struct CheckResult: Sendable {
  var subjects: [CheckedSubject] = []
  var diagnostics: [Diagnostic] = []

  static func + (left: CheckResult, right: CheckResult) -> CheckResult {
    CheckResult(subjects: left.subjects + right.subjects, diagnostics: left.diagnostics + right.diagnostics)
  }
}
