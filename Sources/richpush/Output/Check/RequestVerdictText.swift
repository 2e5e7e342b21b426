import Findings
import PushDelivery

/// What people would see of requests: `picture on iOS, Android; text on web because web.image-place`. Requests of one file of which
/// they see the same stand together.
struct RequestVerdictText {
  private let groups: [Group]
  private let style: Style

  private struct Group {
    let verdicts: [RequestVerdict]
    /// The first requests of it, as many as are named.
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

  /// Where all requests are seen alike; nil otherwise, and where there is none.
  var line: String? {
    guard groups.count == 1, let group = groups.first else { return nil }
    return (group.count > 1 ? "\(group.count) requests: " : "") + text(of: group.verdicts)
  }

  /// Where they are not, one for each way.
  var lines: [String] {
    guard groups.count > 1 else { return [] }
    return groups.map { group in
      let first = group.first.map { $0.keyPath ?? "line \($0.line)" }.joined(separator: ", ")
      let more = group.count > 3 ? " and \(group.count - 3) more" : ""
      return "\(first)\(more): \(text(of: group.verdicts))"
    }
  }

  private func text(of verdicts: [RequestVerdict]) -> String {
    let ways = verdicts.map(Way.init).reduce(into: [Way]()) { if !$0.contains($1) { $0.append($1) } }
    return ways.map { way in
      let clients = verdicts.filter { Way($0) == way }.map(\.platform.displayName).joined(separator: ", ")
      let because = way.because.isEmpty ? "" : " because " + way.because.map(\.rawValue).joined(separator: ", ")
      return colored(way.sees, "\(way.sees.words) \(clients)") + because
    }.joined(separator: "; ")
  }

  private func colored(_ appearance: RequestVerdict.Appearance, _ text: String) -> String {
    switch appearance {
    case .picture: style.green(text)
    case .text, .app: text
    case .nothing: style.red(text)
    }
  }

  /// What clients may have in common.
  private struct Way: Hashable {
    let sees: RequestVerdict.Appearance
    let because: [RuleIdentifier]

    init(_ verdict: RequestVerdict) { (sees, because) = (verdict.sees, verdict.because) }
  }
}

extension RequestVerdict.Appearance {
  /// What stands before the clients.
  fileprivate var words: String {
    switch self {
    case .nothing: "nothing on"
    case .app: "as the app shows it on"
    case .text: "text on"
    case .picture: "picture on"
    }
  }
}
