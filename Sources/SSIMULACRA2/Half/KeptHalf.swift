/// The reference's half of all comparisons, computed once.
///
/// Its memory is written while it is made and only read from then on, so that threads may share it; the compiler cannot see
/// this through the pointers.
final class KeptHalf: @unchecked Sendable {
  private let half: ReferenceHalf

  init(_ reference: SRGBImage) {
    half = ReferenceHalf(reference, kept: .all)
    PictureReader(reference, consumers: half.writers()).readAll()
  }

  /// How far a candidate of the same size is from the reference.
  func error(of candidate: SRGBImage) -> Double {
    let comparison = PictureComparison(candidate, with: half)
    comparison.reader.readAll()
    return comparison.error
  }
}
