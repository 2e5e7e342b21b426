/// A picture that others are measured against.
public struct Reference: Sendable {
  public let picture: Picture

  public init(_ picture: Picture) { self.picture = picture }

  public func score(of candidate: Picture) throws(PictureError) -> Double {
    guard candidate.width == picture.width, candidate.height == picture.height else {
      throw .sizesDiffer(
        width: candidate.width, height: candidate.height, referenceWidth: picture.width,
        referenceHeight: picture.height)
    }
    let sizes = ScaleSize.scales(width: picture.width, height: picture.height)
    let comparison = ScaleComparison(sizes[...], scaleCount: sizes.count)
    for row in 0..<sizes[0].height {
      for (index, picture) in [picture, candidate].enumerated() {
        picture.writeLight(row: row, width: sizes[0].width) { comparison.light(picture: index, channel: $0) }
      }
      comparison.push()
    }
    comparison.finish()
    return Score.score(error: comparison.error)
  }
}
