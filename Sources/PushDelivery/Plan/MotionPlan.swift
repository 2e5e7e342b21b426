/// What will be made of something that moves for one profile, decided from facts alone.
public struct MotionPlan: Hashable, Sendable, Codable {
  public var method: Method
  /// What the result must be, whichever method makes it.
  public var specification: MotionSpecification
  /// Why these, for people; in the order in which they were found.
  public var reasons: [Reason]

  /// How the bytes come about.
  public enum Method: String, Hashable, Sendable, Codable {
    /// The source's own bytes: they are right already. Should they turn out otherwise, they are encoded again.
    case copy
    /// The source's own compressed streams in another container, or without what lies around them.
    case remux
    /// Decoded and encoded again.
    case encode
  }

  /// Something about the source that is not as the profile needs it.
  public enum Reason: String, Hashable, Sendable, Codable {
    case alreadyRight, container, metadata, trailingBytes, streams, codec, audioCodec, audioDropped, size, oddSize,
      pixelShape, frameRate, bytes, length, bitDepth, highDynamicRange, color, transparency, delays, format
  }

  /// - Parameter specification: what the result must be.
  public init(method: Method, specification: MotionSpecification, reasons: [Reason]) {
    self.method = method
    self.specification = specification
    self.reasons = reasons
  }
}
