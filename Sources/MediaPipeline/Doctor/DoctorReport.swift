/// One thing that `richpush doctor` looked at.
public struct DoctorFinding: Hashable, Sendable, Codable {
  /// The examined thing, such as `ffmpeg` or `bucket`.
  public var name: String
  public var state: State
  /// The finding.
  public var found: String
  /// The consequence of the problem; nil if all is well.
  public var cost: String?
  /// How to fix it; nil if all is well.
  public var remedy: String?

  public enum State: String, Hashable, Sendable, Codable, CaseIterable {
    /// As it should be.
    case good
    /// A run finishes, but its result may be wrong.
    case warning
    /// Something works without it.
    case missing
    /// A run would fail.
    case broken
  }

  init(_ name: String, _ state: State, _ found: String, cost: String? = nil, remedy: String? = nil) {
    (self.name, self.state, self.found, self.cost, self.remedy) = (name, state, found, cost, remedy)
  }
}

/// Everything that `richpush doctor` examined. Its JSON form is a public contract; `version` is raised if a field goes or changes its
/// meaning.
public struct DoctorReport: Hashable, Sendable, Codable {
  /// The version of the JSON form.
  public var version = 1
  /// Of richpush and of everything that decides what renditions are; nil if they were not asked for.
  public var versions: InstalledVersions?
  /// In the order in which a run needs them.
  public var examinations: [DoctorFinding]

  public init(_ examinations: [DoctorFinding], versions: InstalledVersions? = nil) {
    (self.examinations, self.versions) = (examinations, versions)
  }

  /// Whether a run can finish.
  public var isSound: Bool { !examinations.contains { $0.state == .broken } }
}
