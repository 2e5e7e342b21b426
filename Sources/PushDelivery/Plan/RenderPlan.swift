/// What will be made of one source for one profile, decided from facts alone.
///
/// How a still is planned stands with `StillPlan`, how something that moves with `MotionPlan`; whoever carries a plan out, keeps or
/// tells it needs no more than this.
public struct RenderPlan<Specification: RenditionSpecification>: Hashable, Sendable, Codable {
  /// How the bytes come about.
  public typealias Method = Specification.Method
  /// Something about the source that is not as the profile needs it.
  public typealias Reason = Specification.Reason

  public var method: Method
  /// What the result must be, whichever method makes it.
  public var specification: Specification
  /// Why these, for people; in the order in which they were found.
  public var reasons: [Reason]

  /// - Parameter specification: what the result must be.
  public init(method: Method, specification: Specification, reasons: [Reason]) {
    self.method = method
    self.specification = specification
    self.reasons = reasons
  }

  /// This as one of all plans.
  public var mediaPlan: MediaPlan { Specification.mediaPlan(self) }
}

/// What still will be made of one source for one profile.
public typealias StillPlan = RenderPlan<StillSpecification>

/// What will be made of something that moves for one profile.
public typealias MotionPlan = RenderPlan<MotionSpecification>

/// A plan of either medium: what a renderer is chosen by.
public enum MediaPlan: Hashable, Sendable, Codable {
  case still(StillPlan)
  case motion(MotionPlan)
}
