import Findings
import PushDelivery

/// Folders of a run that must not contain each other, after resolving every link and `..`.
struct FolderConflicts {
  private let campaign: String
  private let output: String
  private let requests: String
  /// Whether the output folder is public.
  private let publishes: Bool

  init(_ settings: PipelineSettings) {
    campaign = RelativePath.resolved(settings.campaignFolder)
    output = RelativePath.resolved(settings.outputFolder)
    requests = RelativePath.resolved(settings.requestFolder)
    publishes = settings.destination.place.folder != nil
  }

  /// Every conflict, as errors of the configuration.
  var diagnostics: [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for (flag, path) in [("--output", output), ("--requests", requests)] where !Self.canBeFolder(path) {
      diagnostics.append(.conflict(flag, path, "something that is no folder has this name"))
    }
    if output == campaign {
      diagnostics.append(.conflict("--output", output, "renditions would become sources of the next run"))
    } else if publishes, FileSystem.lies(campaign, in: output) {
      diagnostics.append(
        .conflict(
          "--output", output, "the campaign, with its messages and originals, would be public beside the pictures"))
    }
    if FileSystem.lies(campaign, in: requests) {
      diagnostics.append(.conflict("--requests", requests, "it is put in order as a set, and the campaign lies in it"))
    }
    if FileSystem.lies(requests, in: output) {
      diagnostics.append(
        .conflict("--requests", requests, "requests, with their tokens, would be public beside the pictures"))
    } else if FileSystem.lies(output, in: requests) {
      diagnostics.append(
        .conflict("--output", output, "the request folder is put in order as a set, and it lies in that"))
    }
    return diagnostics
  }

  /// Asks only once about a missing folder: another run may make it at any time. A link that leads nowhere is not a folder and cannot
  /// become one.
  private static func canBeFolder(_ path: String) -> Bool {
    switch FileSystem.kind(of: path) {
    case .folder: true
    case .missing: !FileSystem.isLink(path)
    default: false
    }
  }
}

extension Diagnostic {
  fileprivate static func conflict(_ setting: String, _ path: String, _ reason: String) -> Diagnostic {
    Diagnostic(
      .configurationConflict, .init(.configuration, setting), "\(path) cannot be used: \(reason)",
      remedy: "name another folder")
  }
}
