import Findings
import PushDelivery

/// What people would see of requests: `picture on iOS; depends on Android (text or picture); text on web because web.image-place`.
/// Equal requests of one file are listed together.
struct RequestVerdictText {
  private let groups: [Group]
  private let style: Style

  private struct Group {
    let verdicts: [RequestVerdict]
    /// The first of its requests, as many as are named.
    var first: [CheckedRequest] = []
    var count = 0

    mutating func add(_ run: CheckedRequests.Run) {
      first += run.first(3 - first.count)
      count += run.count
    }
  }

  init(requests: CheckedRequests, style: Style) {
    self.style = style
    var groups: [Group] = []
    var indices: [[Way]: Int] = [:]
    for run in requests.runs {
      let ways = run.first.verdicts.map(Way.init)
      let index = indices[ways] ?? groups.count
      if index == groups.count {
        indices[ways] = index
        groups.append(Group(verdicts: run.first.verdicts))
      }
      groups[index].add(run)
    }
    self.groups = groups
  }

  /// If all requests look alike; otherwise nil, as without any.
  var line: String? {
    guard groups.count == 1, let group = groups.first else { return nil }
    return (group.count > 1 ? "\(group.count) requests: " : "") + text(of: group.verdicts)
  }

  /// If they do not, one for each appearance.
  var lines: [String] {
    guard groups.count > 1 else { return [] }
    return groups.flatMap { group in
      let first = group.first.map { $0.keyPath ?? "line \($0.line)" }.joined(separator: ", ")
      let more = group.count > 3 ? " and \(group.count - 3) more" : ""
      return ["\(first)\(more): \(text(of: group.verdicts))"] + Self.settlements(of: group.verdicts).map { "  " + $0 }
    }
  }

  /// How to settle open verdicts, if all requests look alike.
  var settlements: [String] {
    guard groups.count == 1, let group = groups.first else { return [] }
    return Self.settlements(of: group.verdicts)
  }

  private static func settlements(of verdicts: [RequestVerdict]) -> [String] {
    VerdictText.settlements(verdicts.map { ($0.platform, $0.doubts) })
  }

  private func text(of verdicts: [RequestVerdict]) -> String {
    let ways = verdicts.map { Way($0).words }.distinct
    return ways.map { words in
      let clients = verdicts.filter { Way($0).words == words }.map(\.platform.displayName).joined(separator: ", ")
      let because = words.because.isEmpty ? "" : " because " + words.because.map(\.rawValue).joined(separator: ", ")
      return words.text(of: clients, style) + because
    }.joined(separator: "; ")
  }

  /// What clients may share.
  private struct Way: Hashable {
    let sees: RequestVerdict.Appearance
    let because: [RuleIdentifier]
    let doubts: [String]

    init(_ verdict: RequestVerdict) { (sees, because, doubts) = (verdict.sees, verdict.because, verdict.doubts) }

    var words: Words {
      Words(sees: sees == .picture && !doubts.isEmpty ? .text : sees, because: because, isDoubtful: !doubts.isEmpty)
    }
  }

  /// Its words.
  private struct Words: Hashable {
    /// The least appearance.
    let sees: RequestVerdict.Appearance
    let because: [RuleIdentifier]
    let isDoubtful: Bool

    func text(of clients: String, _ style: Style) -> String {
      guard !isDoubtful else {
        return style.yellow("depends on \(clients)")
          + (sees == .app ? " (the app's own or words)" : " (text or picture)")
      }
      return switch sees {
      case .picture: style.green("\(sees.words) \(clients)")
      case .text, .app: "\(sees.words) \(clients)"
      case .nothing: style.red("\(sees.words) \(clients)")
      }
    }
  }
}

extension RequestVerdict.Appearance {
  /// The text before the clients.
  fileprivate var words: String {
    switch self {
    case .nothing: "nothing on"
    case .app: "as the app shows it on"
    case .text: "text on"
    case .picture: "picture on"
    }
  }
}
