import Findings
import MediaPipeline
import PushDelivery
import TestSupport

/// A check by the built program's workers, with settings as flags make them.
struct CheckRun {
  var settings: CheckSettings
  var observe: @Sendable (CheckEvent) -> Void = { _ in }
  private var reportsNotes = false

  /// - Parameters:
  ///   - flags: those of examples.
  ///   - configuration: what `run` would do with a campaign.
  init(_ flags: [String] = [], configuration: PipelineConfiguration = .init()) throws {
    var configuration = configuration
    // Addresses of tests are reserved names.
    configuration.compose.isTrial = true
    let executable = try RichpushBinary.path()
    let worker = WorkerConfiguration(
      executable: executable, arguments: ["worker", "--memory", "\(configuration.worker.memoryBytes)"],
      limits: configuration.worker)
    let pipeline = PipelineSettings(
      configuration: configuration, campaignFolder: ".",
      destination: ResolvedDestination(
        DestinationSettings(place: DirectoryPlace(path: "/nonexistent")), baseURL: "https://static.example.com/"),
      outputFolder: "/nonexistent/public", requestFolder: "/nonexistent/requests", jobs: 2, worker: worker,
      cacheFolder: nil)
    settings = CheckSettings(pipeline: pipeline, now: 0)
    settings.rules = settings.rules.forTrial
    try read(flags)
  }

  /// One that loads addresses of test servers.
  static func ofTestServers() async throws -> CheckRun {
    var run = try CheckRun()
    run.settings.allowsPrivateAddresses = true
    run.settings.certificateFile = try await TestAuthority.shared().certificateFile
    return run
  }

  func callAsFunction(_ targets: [CheckTarget]) async throws -> CheckReport {
    var report = await Checker(settings, observe: observe).check(targets)
    if !reportsNotes { report.diagnostics.removeAll { $0.severity == .note } }
    return report
  }

  private mutating func read(_ flags: [String]) throws {
    var flags = flags[...]
    while let flag = flags.popFirst() {
      switch (flag, flags.first.flatMap(Platform.init)) {
      case ("--notes", _): reportsNotes = true
      case ("--quick", _): settings.isQuick = true
      case ("--render", _): settings.makesStills = true
      case ("--link-speed", _): settings.linkSpeed = flags.popFirst().flatMap { Int($0.replacing("k", with: "000")) }
      case ("--profile", let platform?):
        settings.platforms = (settings.platforms ?? []).union([platform])
        flags.removeFirst()
      default: throw UnknownFlag(flag: flag)
      }
    }
  }

  struct UnknownFlag: Error { let flag: String }
}
