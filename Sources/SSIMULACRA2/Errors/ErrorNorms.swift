/// One number for each of the three maps of errors.
struct ErrorNorms: Hashable {
  /// From the map of structure: 1 - SSIM, where the pictures do not vary together.
  var structure = 0.0
  /// From the map of edges that the candidate has and the reference has not: ringing, blocks, bands.
  var artifact = 0.0
  /// From the map of edges that the candidate has lost: blur.
  var detailLoss = 0.0

  /// The sum of the products of both's numbers.
  func product(_ other: ErrorNorms) -> Double {
    structure * other.structure + artifact * other.artifact + detailLoss * other.detailLoss
  }
}
