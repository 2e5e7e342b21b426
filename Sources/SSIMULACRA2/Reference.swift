/// An image that candidates are measured against, by SSIMULACRA 2.1.
///
/// ```swift
/// let reference = Reference(original).prepared()
/// let score = try reference.score(of: decoded)
/// ```
///
/// Nearly half of the work for a score is about the reference alone. A reference keeps nothing but its image, whose bytes
/// it shares, and does that work anew for each candidate, a few rows at a time. One that is `prepared()` has done it once for all:
///
/// | | memory that stays | memory while it scores |
/// |---|---|---|
/// | `Reference(image)` | none | 3 kilobytes for each pixel of the width |
/// | `Reference(image).prepared()` | 21 bytes for each pixel | 2 kilobytes for each pixel of the width |
///
/// Both give the same scores to the last bit, and both may be used from several threads at once. For more than one candidate
/// the second is faster; the first is for pictures so large, or so many at once, that memory is short.
public struct Reference: Sendable {
  /// What candidates are measured against.
  public let image: SRGBImage
  private let analysis: [ReferenceAnalysis.Step]?

  /// A reference that keeps nothing but its image.
  public init(_ image: SRGBImage) { self.init(image, analysis: nil) }

  private init(_ image: SRGBImage, analysis: [ReferenceAnalysis.Step]?) {
    self.image = image
    self.analysis = analysis
  }

  /// Whether its half of all comparisons has been computed.
  public var isPrepared: Bool { analysis != nil }

  /// The same reference with its half of all comparisons computed, here and now. Copies share what is computed.
  public func prepared() -> Reference {
    isPrepared ? self : Reference(image, analysis: Array(ReferenceAnalysis(image)))
  }

  /// How much a candidate looks like this picture; see <doc:SSIMULACRA2> for what scores mean.
  ///
  /// Pictures of the same pixels score exactly 100, and no picture more. The same pictures have the same score on every
  /// machine. When they change places the score is another, since an edge too many and a lost edge do not weigh the same.
  ///
  /// A picture of less than 8 pixels in width or height is made as large by repeating its last column or row; the reference
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
  /// What is computed follows from the image, and so only counts in that it is there.
  public static func == (one: Reference, other: Reference) -> Bool {
    one.image == other.image && one.isPrepared == other.isPrepared
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(image) }
}
