/// The plan for one source and one profile, decided only from facts.
///
/// `StillPlan` plans stills, `MotionPlan` animations and videos. To render, store or report a plan, this type is enough.
public struct RenderPlan<Specification: RenditionSpecification>: Hashable, Sendable, Codable {
  /// The way to make the bytes.
  public typealias Method = Specification.Method
  /// A way in which the source is not as the profile needs it.
  public typealias Reason = Specification.Reason

  public var method: Method
  /// The requirements of the result, for every method.
  public var specification: Specification
  /// Reasons for people, in the order in which they were found.
  public var reasons: [Reason]

  /// - Parameter specification: of the result.
  public init(method: Method, specification: Specification, reasons: [Reason]) {
    self.method = method
    self.specification = specification
    self.reasons = reasons
  }

  /// This as a `MediaPlan`.
  public var mediaPlan: MediaPlan { Specification.mediaPlan(self) }
}

/// The plan for a still from one source for one profile.
public typealias StillPlan = RenderPlan<StillSpecification>

/// The plan for an animation or movie for one profile.
public typealias MotionPlan = RenderPlan<MotionSpecification>

/// A plan of either medium, which selects the renderer.
public enum MediaPlan: Hashable, Sendable, Codable {
  case still(StillPlan)
  case motion(MotionPlan)
}
