public import Findings
public import MediaFacts

/// What a rendition must be: all that is asked of one by the stages that plan, make, keep and publish it. What else decides
/// about a still or about something that moves is known to the conforming type alone.
///
/// Together with the source's digest and the renderer's version a specification decides every byte, so it is part of the render
/// cache's key.
public protocol RenditionSpecification: Hashable, Sendable, Codable {
  /// How the bytes may come about.
  associatedtype Method: RawRepresentable<String>, Hashable, Sendable, Codable
  /// What a source may have that is not as the profile needs it.
  associatedtype Reason: Hashable, Sendable, Codable
  /// How a rendition was made.
  associatedtype Record: RenditionRecord where Record.Method == Method

  /// The profile that asks for it.
  var profile: String { get }
  /// Of a still the platforms that show it, sorted; nil: all. What moves is Apple's alone and does not say so.
  var platforms: [Platform]? { get }
  /// The formats allowed, the preferred one first.
  var mediaFormats: [MediaFormat] { get }
  /// The most bytes, inclusive.
  var maximumBytes: Int { get }
  /// The size when the limit allows it; never more.
  var plannedSize: PixelSize { get }

  /// The record of a rendition as it is planned, before any is made.
  func plannedRecord(_ method: Method) -> Record

  /// Measures bytes, of one of the formats allowed and within the limit.
  ///
  /// - Parameter record: what the renderer says of them; nothing in it is relied on.
  /// - Throws: `RenditionError` with the first thing that is not as specified or reported.
  func check(_ bytes: [UInt8], of format: MediaFormat, as record: Record) throws(RenditionError)

  /// A plan for this as one of all plans.
  static func mediaPlan(_ plan: RenderPlan<Self>) -> MediaPlan
}

/// How a rendition was made, as its renderer reports it.
public protocol RenditionRecord: Hashable, Sendable, Codable {
  associatedtype Method

  var method: Method { get }
  var size: PixelSize { get }
  /// The scale below the plan's size that was needed to fit; 1 when none was.
  var scale: Double { get }
  /// What the decoder complained about without giving up.
  var damage: String? { get }

  /// This as one of all records.
  var mediaRecord: MediaRecord { get }
}

/// How a rendition of either medium was made.
public enum MediaRecord: Hashable, Sendable, Codable {
  case still(StillRecord)
  case motion(MotionRecord)

  /// What all of them have.
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
  /// Not one of the formats that were asked for.
  case wrongFormat
  /// Larger than allowed, or not as reported; nil when no size can be read. A movie's sides are even.
  case wrongSize(PixelSize?)
  /// Cut short, or coded in a way that not every client's decoder reads.
  case coding
  /// Something lies in the file beside the picture.
  case metadata
  /// What is said of how it was made cannot be: it is scaled to less than nothing, or to more than was planned.
  case record

  // Of what moves.

  /// Parts of it are missing: a GIF's end, or samples of a movie.
  case incomplete
  /// Not as many frames as reported.
  case wrongFrameCount(Int)
  /// Longer than allowed, or not as long as reported, in seconds; nil when it cannot be told.
  case wrongDuration(Double?)
  /// More frames a second than allowed.
  case frameRate
  /// A movie whose index does not lie in front in one piece: players would have to load all of it first.
  case index
  /// A movie that holds other than one track of pictures and, where sound is kept, at most one of sound.
  case tracks
  /// Pixels that players do not show square.
  case pixelShape
}
