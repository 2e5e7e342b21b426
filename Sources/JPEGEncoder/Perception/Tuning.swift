/// The constants that no standard gives: fitted to photographs by `scripts/fit-jpeg` (see the article "How it works").
///
/// The defaults are what is used; others are for fitting.
package struct Tuning: Hashable, Sendable {
  /// What structural similarity at 1:8 counts, in relation to that at 1:4.
  package var eighthPart = 0.9
  /// What structural similarity at 1:1 and 1:2 counts, in relation to that at 1:4.
  package var finePart = 0.055
  /// C2 of structural similarity at 1:1 and 1:2: the larger it is, the less smooth places count there.
  package var fineConstant = 0.0015
  /// What contrast sensitivity counts, in relation to the mean of what structural similarity at 1:4 does, in the first AC coefficient.
  package var contrastPart = 0.55

  /// Luma's steps grow where weights fall, by this power of their mean roots.
  package var tableExponent = -1.0
  /// The step of luma's DC coefficient as part of what the weights say.
  package var lumaDC = 0.72
  /// Chroma's steps relative to luma's.
  package var chromaScale = 1.15
  /// Chroma's DC step relative to its others.
  package var chromaDC = 0.5
  /// How much and by which power chroma's steps grow with the radius of the frequency.
  package var chromaGrowth = 0.16
  package var chromaPower = 1.35

  /// What a bit of luma costs in squared error, at a scale of 1 and with weights around 1.
  package var lumaLambda = 0.07
  /// What a bit of chroma costs in squares of its quantization steps.
  package var chromaLambda = 0.06

  /// Above so much loss of chroma by 4:2:0, in relation to the scale of quantization, 4:4:4 is better; fitted to graphics too.
  package var largestChromaLoss = 4.1

  package init() {}

  /// The names of all constants.
  package static let names = Array(paths.keys)

  /// The constant of this name; nil where there is none.
  package subscript(name: String) -> Double? {
    get { Self.paths[name].map { self[keyPath: $0] } }
    set {
      if let path = Self.paths[name], let newValue { self[keyPath: path] = newValue }
    }
  }

  private static var paths: [String: WritableKeyPath<Tuning, Double>] {
    [
      "eighthPart": \.eighthPart, "finePart": \.finePart, "fineConstant": \.fineConstant,
      "contrastPart": \.contrastPart, "tableExponent": \.tableExponent, "lumaDC": \.lumaDC,
      "chromaScale": \.chromaScale, "chromaDC": \.chromaDC, "chromaGrowth": \.chromaGrowth,
      "chromaPower": \.chromaPower, "lumaLambda": \.lumaLambda, "chromaLambda": \.chromaLambda,
      "largestChromaLoss": \.largestChromaLoss,
    ]
  }
}
