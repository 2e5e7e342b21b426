/// An image that candidates are measured against, by SSIMULACRA 2.1.
///
/// ```swift
/// let reference = Reference(original).prepared()
/// let score = try reference.score(of: decoded)
/// ```
///
/// Nearly half of the work for a score only depends on the reference. A reference only keeps its image, whose bytes it shares, and
/// repeats that work for each candidate, a few rows at a time. One that is `prepared()` has done it once:
///
/// | | memory that stays | memory while it scores |
/// |---|---|---|
/// | `Reference(image)` | none | 3 kilobytes for each pixel of the width |
/// | `Reference(image).prepared()` | 21 bytes for each pixel | 2 kilobytes for each pixel of the width |
///
/// Both give bit-identical scores, and both may be used from several threads at once. For several candidates the second is
/// faster; the first saves memory for very large or many pictures.
public struct Reference: Sendable {
  /// What candidates are compared with.
  public let image: SRGBImage
  private let analysis: [ReferenceAnalysis.Step]?

  /// A reference that only keeps its image.
  public init(_ image: SRGBImage) { self.init(image, analysis: nil) }

  private init(_ image: SRGBImage, analysis: [ReferenceAnalysis.Step]?) {
    self.image = image
    self.analysis = analysis
  }

  /// Whether its half of all comparisons is computed.
  public var isPrepared: Bool { analysis != nil }

  /// The same reference with its half of all comparisons computed now. Copies share the results.
  public func prepared() -> Reference {
    isPrepared ? self : Reference(image, analysis: Array(ReferenceAnalysis(image)))
  }

  /// How similar a candidate is to this picture; <doc:SSIMULACRA2> explains scores.
  ///
  /// Equal pixels score exactly 100, the maximum. Scores are the same on every machine. Exchanging the pictures changes
  /// the score, since added and lost edges have different weights.
  ///
  /// A picture under 8 pixels in width or height is extended by repeating its last column or row; the reference
  /// implementation refuses it.
  ///
  /// - Throws: `ImageError.sizesDiffer`.
  public func score(of candidate: SRGBImage) throws(ImageError) -> Double {
    guard candidate.width == image.width, candidate.height == image.height else {
      throw .sizesDiffer(
        width: candidate.width, height: candidate.height, referenceWidth: image.width, referenceHeight: image.height)
    }
    return Score.score(error: error(of: candidate))
  }

  private func error(of candidate: SRGBImage) -> Double {
    guard let analysis else { return Comparison.error(of: candidate, from: ReferenceAnalysis(image)) }
    return Comparison.error(of: candidate, from: analysis)
  }
}

extension Reference: Hashable {
  /// Results follow from the image, so only their existence is compared.
  public static func == (one: Reference, other: Reference) -> Bool {
    one.image == other.image && one.isPrepared == other.isPrepared
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(image) }
}
