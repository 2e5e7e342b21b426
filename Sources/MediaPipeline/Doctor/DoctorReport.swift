/// One thing that `richpush doctor` looked at.
public struct DoctorFinding: Hashable, Sendable, Codable {
  /// What was looked at, such as `ffmpeg` or `bucket`.
  public var name: String
  public var state: State
  /// What was found.
  public var found: String
  /// What cannot be done as it is; nil where all is well.
  public var cost: String?
  /// What to do about it; nil where all is well.
  public var remedy: String?

  public enum State: String, Hashable, Sendable, Codable, CaseIterable {
    /// As it should be.
    case good
    /// A run gets to its end, and what comes of it may not be as it should be.
    case warning
    /// Something can be done without it.
    case missing
    /// A run would fail.
    case broken
  }

  init(_ name: String, _ state: State, _ found: String, cost: String? = nil, remedy: String? = nil) {
    (self.name, self.state, self.found, self.cost, self.remedy) = (name, state, found, cost, remedy)
  }
}

/// Everything that `richpush doctor` looked at. Its JSON form is a public contract; `version` is raised when a field changes its
/// meaning or goes.
public struct DoctorReport: Hashable, Sendable, Codable {
  /// The version of the JSON form.
  public var version = 1
  /// In the order in which a run needs them.
  public var examinations: [DoctorFinding]

  public init(_ examinations: [DoctorFinding]) { self.examinations = examinations }

  /// Whether nothing would keep a run from its end.
  public var isSound: Bool { !examinations.contains { $0.state == .broken } }
}
