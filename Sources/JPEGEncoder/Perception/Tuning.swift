/// The constants that no standard gives: fitted to photographs by `scripts/fit-jpeg` (see the article "How it works").
///
/// The defaults are what is used; others are for fitting.
package struct Tuning: Hashable, Sendable {
  /// What the mean of luma's structural dissimilarity counts at each scale, 1:1 to 1:16. At 1:4 and 1:8 these are
  /// SSIMULACRA2's own; the others stand for what it measures beside that.
  package var meanWeights = [8.0, 7, 225, 176, 0]
  /// What the 4-norm of luma's structural dissimilarity counts at each scale.
  package var fourthNormWeights = [3.75, 3.35, 60, 80, 80]
  /// What is added to the weights of all coefficients alike, as part of the mean weight of the first: for ringing and blur, which
  /// structural similarity hardly sees.
  package var floorPart = 0.012

  /// Luma's steps grow where weights fall, by this power.
  package var tableExponent = -0.84
  /// The step of luma's DC coefficient as part of what the weights say.
  package var lumaDC = 0.714
  /// Chroma's steps relative to luma's.
  package var chromaScale = 0.93
  /// Chroma's DC step relative to its others.
  package var chromaDC = 0.5
  /// How much and by which power chroma's steps grow with the radius of the frequency.
  package var chromaGrowth = 0.25
  package var chromaPower = 1.5

  /// What a bit of luma costs in squared error, at a scale of 1 and with weights around 1.
  package var lumaLambda = 0.075
  /// What a bit of chroma costs in squares of its quantization steps.
  package var chromaLambda = 0.055

  /// Above so much loss of chroma by 4:2:0, in relation to the scale of quantization, 4:4:4 is better; fitted to graphics too.
  package var largestChromaLoss = 3.3
  /// Below this scale errors of chroma are those of rounding, and luma cannot make up for them.
  package var finestCompensated = 0.75
  /// Luma makes up for chroma by at most so many 8-bit steps: beyond, the linear estimate is no longer one.
  package var mostCompensation = 24.0

  /// With more bits for each pixel than this, there is no analysis pass: a fourth of the time would gain 0.03 points. At 1.2 it
  /// would still gain up to 0.7, so that a slightly larger limit would score less.
  package var analysisBits = 2.0
  /// How much of the way to where the loss is least luma's coefficients are moved, and at most which part of a step, once for all
  /// and once for DC.
  package var gradientPart = 0.5
  package var gradientLimit = 0.2
  package var gradientLimitDC = 0.5
  /// They are moved where there are fewer bits for each pixel than this: with more, errors are so small that weights say all.
  package var gradientBits = 0.9
  /// With fewer than this, there are more analysis passes.
  package var gradientFewBits = 0.3
  /// And where the scale is coarser than this.
  package var gradientScale = 3.0
  /// How much, and how far, the targets of chroma's DC coefficients follow the derivative of blue less yellow at 1:16, in the same way.
  package var chromaPart = 0.1
  package var chromaLimit = 0.5

  package init() {}

  /// The names of all constants; those of scales have the scale's number at their end.
  package static let names: [String] =
    Array(plain.keys) + (0..<LumaPyramid.scaleCount).flatMap { ["meanWeights\($0)", "fourthNormWeights\($0)"] }

  /// The constant of this name; nil where there is none.
  package subscript(name: String) -> Double? {
    get { Self.path(name).map { self[keyPath: $0] } }
    set {
      if let path = Self.path(name), let newValue { self[keyPath: path] = newValue }
    }
  }

  private static func path(_ name: String) -> WritableKeyPath<Tuning, Double>? {
    if let path = plain[name] { return path }
    guard let scale = name.last?.wholeNumberValue, (0..<LumaPyramid.scaleCount).contains(scale) else { return nil }
    return switch name.dropLast() {
    case "meanWeights": \.meanWeights[scale]
    case "fourthNormWeights": \.fourthNormWeights[scale]
    default: nil
    }
  }

  private static var plain: [String: WritableKeyPath<Tuning, Double>] {
    [
      "floorPart": \.floorPart, "tableExponent": \.tableExponent, "lumaDC": \.lumaDC, "chromaScale": \.chromaScale,
      "chromaDC": \.chromaDC, "chromaGrowth": \.chromaGrowth, "chromaPower": \.chromaPower,
      "lumaLambda": \.lumaLambda, "chromaLambda": \.chromaLambda,
      "largestChromaLoss": \.largestChromaLoss, "finestCompensated": \.finestCompensated,
      "mostCompensation": \.mostCompensation, "analysisBits": \.analysisBits, "gradientPart": \.gradientPart,
      "gradientLimit": \.gradientLimit, "gradientLimitDC": \.gradientLimitDC, "gradientBits": \.gradientBits,
      "gradientScale": \.gradientScale,
      "gradientFewBits": \.gradientFewBits,
      "chromaLimit": \.chromaLimit, "chromaPart": \.chromaPart,
    ]
  }
}
