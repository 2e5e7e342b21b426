/// A picture that candidates are measured against, by SSIMULACRA 2.1.
///
/// ```swift
/// let reference = Reference(original)
/// let score = try reference.score(of: decoded)
/// ```
///
/// A reference may be used from several threads at once. It keeps nothing but the picture, whose bytes it shares: what could
/// be computed once for all candidates makes a third of the time, and would take 40 bytes for each pixel.
public struct Reference: Hashable, Sendable {
  public let picture: Picture

  public init(_ picture: Picture) { self.picture = picture }

  /// How much a candidate looks like this picture; see <doc:SSIMULACRA2> for what scores mean.
  ///
  /// Pictures of the same pixels score exactly 100, and no picture more. The same pictures have the same score on every
  /// machine. When they change places the score is another, since an edge too many and a lost edge do not weigh the same.
  ///
  /// A picture of less than 8 pixels in width or height is made as large by repeating its last column or row; the reference
  /// implementation refuses it.
  ///
  /// Memory: about 2.5 kilobytes for each pixel of the width, whatever the height.
  ///
  /// - Throws: `PictureError.sizesDiffer`.
  public func score(of candidate: Picture) throws(PictureError) -> Double {
    guard candidate.width == picture.width, candidate.height == picture.height else {
      throw .sizesDiffer(
        width: candidate.width, height: candidate.height, referenceWidth: picture.width,
        referenceHeight: picture.height)
    }
    return Score.score(error: error(of: candidate))
  }

  /// Reads both pictures side by side.
  private func error(of candidate: Picture) -> Double {
    let half = ReferenceHalf(picture, kept: .newest)
    let reader = PictureReader(picture, consumers: half.writers())
    let comparison = PictureComparison(candidate, with: half)
    for row in 0..<reader.height {
      reader.read(row: row)
      comparison.reader.read(row: row)
    }
    reader.finish()
    comparison.reader.finish()
    return comparison.error
  }
}
