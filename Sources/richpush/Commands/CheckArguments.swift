import ArgumentParser
import Findings
import PushDelivery

/// The mildest finding that fails a check.
enum FailureThreshold: String, CaseIterable, ExpressibleByArgument {
  case error, warning

  var severity: Diagnostic.Severity {
    switch self {
    case .error: .error
    case .warning: .warning
    }
  }
}

/// The clients that assets are judged for, named as the profiles that are made for them, or one by one.
enum CheckProfile: String, CaseIterable, ExpressibleByArgument {
  case universal, ios, android, web
  case motion = "ios-motion"

  var platforms: Set<Platform> {
    switch self {
    case .universal: Set(Platform.allCases)
    case .ios, .motion: [.ios]
    case .android: [.android]
    case .web: [.web]
    }
  }
}

/// A file that results are written to, and in which form: `sarif=check.sarif`.
struct ReportFile: ExpressibleByArgument {
  let format: CheckFormat
  let path: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let format = CheckFormat(rawValue: String(parts[0])), !parts[1].isEmpty, parts[1] != "-"
    else { return nil }
    (self.format, path) = (format, String(parts[1]))
  }
}

/// A link's speed as a flag gives it.
struct CheckedLinkSpeed: ExpressibleByArgument {
  let speed: LinkSpeed

  init?(argument: String) {
    guard let speed = LinkSpeed(argument) else { return nil }
    self.speed = speed
  }
}
