/// Constants that standards do not give: fitted to photographs by `scripts/fit-jpeg` (see the article "How it works").
///
/// The defaults are in use; others are for fitting.
package struct Tuning: Hashable, Sendable {
  /// The weight of structural similarity at 1:8, relative to 1:4.
  package var eighthPart = 0.9
  /// The weight of structural similarity at 1:1 and 1:2, relative to 1:4.
  package var finePart = 0.055
  /// C2 of structural similarity at 1:1 and 1:2: the larger, the less smooth places count.
  package var fineConstant = 0.0015
  /// The weight of contrast sensitivity relative to the mean of structural similarity at 1:4, in the first AC coefficient.
  package var contrastPart = 0.55

  /// Luma's steps grow where weights fall, by this power of their mean roots.
  package var tableExponent = -1.0
  /// Luma's DC step relative to what the weights give.
  package var lumaDC = 0.72
  /// Chroma's steps relative to luma's.
  package var chromaScale = 1.15
  /// Chroma's DC step relative to its others.
  package var chromaDC = 0.5
  /// How much, and by which power, chroma's steps grow with the frequency's radius.
  package var chromaGrowth = 0.16
  package var chromaPower = 1.35

  /// The price of a bit of luma in squared error, at a scale of 1 and with weights around 1.
  package var lumaLambda = 0.07
  /// The price of a bit of chroma in squares of its quantization steps.
  package var chromaLambda = 0.06

  /// With more loss of chroma by 4:2:0, relative to the scale of quantization, 4:4:4 is better; also fitted to graphics.
  package var largestChromaLoss = 4.1

  package init() {}

  /// The names of all constants.
  package static let names = Array(paths.keys)

  /// The constant of this name; nil if unknown.
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
