import Findings
import PushDelivery

/// What tells of the state of a server or of the way to it, and not of the file that lies there.
enum PassingFault {
  /// What a server says that does not know a file, or that it may not give it to anybody. S3 answers 403 for a missing object to
  /// whoever may not list the bucket (https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html). A name that is made of its
  /// bytes is never gone for good, so that 410 says no more than 404.
  static let absences: Set<Int> = [401, 403, 404, 410]
  /// Where a name and a password are asked for, no deployment is under way.
  static let login = 401

  /// Whether the answer may be another in a while: that of a server that is busy, or to which the file has not come yet.
  static func mayMend(_ status: Int?) -> Bool {
    status.map { absences.contains($0) || ServerState.isPassing($0) } ?? true
  }

  /// How a status is told.
  static func words(_ status: Int) -> String { "it answers \(status)" }
}

extension Exchange {
  /// What keeps anybody from saying anything of the asset: this machine or the network failed.
  var environmentalDetail: String? {
    switch end {
    case .failed(.environment(let detail)), .failed(.unresolved(let detail)): detail
    default: nil
    }
  }

  /// Where the server does not deliver just now, whatever lies there: the status by which it says so.
  var passingStatus: Int? { hops.last.map(\.status).flatMap { ServerState.isPassing($0) ? $0 : nil } }

  var hasTimedOut: Bool { if case .failed(.timedOut) = end { true } else { false } }

  /// Whether no secure connection came about, or there is no such host: asking again is of no use.
  var isPermanent: Bool {
    switch end {
    case .failed(.insecure), .failed(.unresolved): true
    default: false
    }
  }

  var body: LoadedBody? { if case .loaded(let body) = end { body } else { nil } }

  /// How far the body came that was cut off.
  var cut: (received: Int, announced: Int?)? {
    if case .failed(.truncated(let received, let announced)) = end { (received, announced) } else { nil }
  }

  /// How that is told. A connection that breaks on the way looks so, and says nothing of what lies there.
  var cutDetail: String? {
    cut.map { "its answer ends after \($0.received) of \($0.announced.map(String.init) ?? "more") bytes" }
  }
}
