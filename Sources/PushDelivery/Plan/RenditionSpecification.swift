public import Findings
public import MediaFacts

/// The requirements of a rendition for the stages that plan, make, keep and publish it. Only the conforming type knows the details of a
/// still, animation or movie.
///
/// Together with the source's digest and the renderer's version a specification decides every byte, so it is part of the render cache's
/// key.
public protocol RenditionSpecification: Hashable, Sendable, Codable {
  /// The ways to make the bytes.
  associatedtype Method: RawRepresentable<String>, Hashable, Sendable, Codable
  /// The ways in which a source is not as the profile needs it.
  associatedtype Reason: Hashable, Sendable, Codable
  /// How a rendition was made.
  associatedtype Record: RenditionRecord where Record.Method == Method

  /// The profile that asks for it.
  var profile: String { get }
  /// For a still, its platforms, sorted; nil: all. Animations and movies are only for Apple and omit it.
  var platforms: [Platform]? { get }
  /// The formats allowed, the preferred one first.
  var mediaFormats: [MediaFormat] { get }
  /// The most bytes, inclusive.
  var maximumBytes: Int { get }
  /// The size if the limit allows it; never more.
  var plannedSize: PixelSize { get }

  /// The planned record of a rendition, before it is made.
  func plannedRecord(_ method: Method) -> Record

  /// Measures bytes, of one of the formats allowed and within the limit.
  ///
  /// - Parameter record: the renderer's record of them; it is not trusted.
  /// - Throws: `RenditionError` with the first difference from the specification or the record.
  func check(_ bytes: [UInt8], of format: MediaFormat, as record: Record) throws(RenditionError)

  /// A plan for this as a `MediaPlan`.
  static func mediaPlan(_ plan: RenderPlan<Self>) -> MediaPlan
}

/// How a rendition was made, as its renderer reports it.
public protocol RenditionRecord: Hashable, Sendable, Codable {
  associatedtype Method

  var method: Method { get }
  var size: PixelSize { get }
  /// The scale below the plan's size that was needed to fit; 1 if none.
  var scale: Double { get }
  /// The decoder's warnings, if it did not fail.
  var damage: String? { get }

  /// This as a `MediaRecord`.
  var mediaRecord: MediaRecord { get }
}

/// How a rendition of either medium was made.
public enum MediaRecord: Hashable, Sendable, Codable {
  case still(StillRecord)
  case motion(MotionRecord)

  /// The common parts.
  public var base: any RenditionRecord {
    switch self {
    case .still(let record): record
    case .motion(let record): record
    }
  }
}

/// Why bytes do not meet a specification.
public enum RenditionError: Error, Hashable, Sendable {
  case overLimit(bytes: Int, limit: Int)
  /// Not one of the allowed formats.
  case wrongFormat
  /// Larger than allowed, or not as reported; nil if its size cannot be read. A movie's sides are even.
  case wrongSize(PixelSize?)
  /// Cut short, or coded in a way that not every client's decoder reads.
  case coding
  /// The file contains other data than the picture.
  case metadata
  /// The record is impossible: its scale is not above 0, or above the plan.
  case record

  // Animations, movies.

  /// Parts of it are missing: a GIF's end, or samples of a movie.
  case incomplete
  /// Not as many frames as reported.
  case wrongFrameCount(Int)
  /// Longer than allowed, or not as long as reported, in seconds; nil if unknown.
  case wrongDuration(Double?)
  /// More frames a second than allowed.
  case frameRate
  /// A movie whose index is not first and in one piece: players would have to load all of it.
  case index
  /// A movie with other tracks than one of pictures and, if sound is kept, at most one of sound.
  case tracks
  /// Pixels that players do not show square.
  case pixelShape
}

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
    (self.method, self.specification, self.reasons) = (method, specification, reasons)
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
