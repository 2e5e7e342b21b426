/// From the weighted sum of errors to the score.
enum Score {
  /// 100 without errors, and lower with more, unbounded.
  ///
  /// Source: libjxl, `ssimulacra2.cc`: a polynomial and a power that map the weighted sum to opinion scores.
  static func score(error: Double) -> Double {
    let sum = 0.9562382616834844 * error
    let bent = 2.326765642916932 * sum - 0.020884521182843837 * sum * sum + 6.248496625763138e-05 * sum * sum * sum
    return bent > 0 ? 100 - 10 * power(bent, 0.6276336467831387) : 100
  }

  /// A power of a positive number, within about 1e-14 of it.
  ///
  /// Only from additions, multiplications and divisions, which IEEE 754 defines to the last bit; libraries' powers differ.
  private static func power(_ base: Double, _ exponent: Double) -> Double { exponential(exponent * logarithm(base)) }

  /// Two series: of the exponent, which is whole, and of the significand, which is near 1.
  private static func logarithm(_ value: Double) -> Double {
    let isLarge = value.significand > 1.4142135623730951
    let significand = isLarge ? value.significand / 2 : value.significand
    let exponent = Double(value.exponent) + (isLarge ? 1 : 0)
    let ratio = (significand - 1) / (significand + 1)
    let series = stride(from: 23, through: 1, by: -2).reduce(0.0) { $0 * ratio * ratio + 1 / Double($1) }
    return exponent * ln2 + 2 * ratio * series
  }

  private static func exponential(_ value: Double) -> Double {
    let exponent = (value / ln2).rounded()
    let rest = value - exponent * ln2
    let series = stride(from: 18, through: 1, by: -1).reduce(1.0) { 1 + $0 * rest / Double($1) }
    return Double(sign: .plus, exponent: Int(exponent), significand: series)
  }

  private static let ln2 = 0.6931471805599453
}

/// The weights of SSIMULACRA 2.1's 108 numbers.
///
/// Source: libjxl, `tools/ssimulacra2.cc` (April 2023), where they were found by a simplex search against four sets of
/// human opinions (CID22, TID2013, KADID-10k, KonFiG-IQA).
package enum ScoreWeights {
  /// The weights of one channel at one scale.
  struct Row: Hashable {
    let mean: ErrorNorms
    let quartic: ErrorNorms

    /// Whether the two edge maps count.
    var usesEdges: Bool {
      [mean.artifact, mean.detailLoss, quartic.artifact, quartic.detailLoss].contains { $0 >= leastWeight }
    }
  }

  /// Maps with only smaller weights are skipped. That moves scores by less than a thousandth of a point, but saves a quarter of
  /// the time: X and B - Y at 1:1 and B - Y at 1:2, where nothing is left.
  private static let leastWeight = 0.001

  /// The weights of a channel at a scale, in a picture of `scaleCount` scales.
  ///
  /// The reference implementation reads its list without gaps, even when a small picture has fewer than six scales;
  /// then the second and third channel get weights meant for another place. We do the same, so that scores are
  /// comparable.
  ///
  /// - Returns: nil where all weights are negligible.
  static func row(channel: Int, scale: Int, scaleCount: Int) -> Row? {
    let start = (channel * scaleCount + scale) * 6
    guard all[start..<start + 6].contains(where: { $0 >= leastWeight }) else { return nil }
    return Row(
      mean: ErrorNorms(structure: all[start], artifact: all[start + 1], detailLoss: all[start + 2]),
      quartic: ErrorNorms(structure: all[start + 3], artifact: all[start + 4], detailLoss: all[start + 5]))
  }

  /// Six for each scale from fine to coarse, first of X, then of Y, then of B - Y: of the means of the structure, artifact
  /// and detail loss maps, then of their 4-norms.
  package static let all: [Double] = [
    // X
    0, 0.0007376606707406586, 0, 0, 0.0007793481682867309, 0,
    0, 0.0004371155730107379, 0, 1.1041726426657346, 0.00066284834129271, 0.00015231632783718752,
    0, 0.0016406437456599754, 0, 1.8422455520539298, 11.441172603757666, 0,
    0.0007989109436015163, 0.000176816438078653, 0, 1.8787594979546387, 10.94906990605142, 0,
    0.0007289346991508072, 0.9677937080626833, 0, 0.00014003424285435884, 0.9981766977854967, 0.00031949755934435053,
    0.0004550992113792063, 0, 0, 0.0013648766163243398, 0, 0,
    // Y
    0, 0, 0, 7.466890328078848, 0, 17.445833984131262,
    0.0006235601634041466, 0, 0, 6.683678146179332, 0.00037724407979611296, 1.027889937768264,
    225.20515300849274, 0, 0, 19.213238186143016, 0.0011401524586618361, 0.001237755635509985,
    176.39317598450694, 0, 0, 24.43300999870476, 0.28520802612117757, 0.0004485436923833408,
    0, 0, 0, 34.77906344483772, 44.835625328877896, 0,
    0, 0, 0, 0, 0, 0,
    // B - Y
    0, 0.0008680556573291698, 0, 0, 0, 0,
    0, 0.0005313191874358747, 0, 0.00016533814161379112, 0, 0,
    0, 0, 0, 0.0004179171803251336, 0.0017290828234722833, 0,
    0.0020827005846636437, 0, 0, 8.826982764996862, 23.19243343998926, 0,
    95.1080498811086, 0.9863978034400682, 0.9834382792465353, 0.0012286405048278493, 171.2667255897307,
    0.9807858872435379,
    0, 0, 0, 0.0005130064588990679, 0, 0.00010854057858411537,
  ]
}

/// One number for each of the three maps of errors.
struct ErrorNorms: Hashable {
  /// From the map of structure: 1 - SSIM, where the pictures do not vary together.
  var structure = 0.0
  /// From the map of edges that only the candidate has: ringing, blocks, bands.
  var artifact = 0.0
  /// From the map of edges that the candidate has lost: blur.
  var detailLoss = 0.0

  /// The sum of the products of both's numbers.
  func product(_ other: ErrorNorms) -> Double {
    structure * other.structure + artifact * other.artifact + detailLoss * other.detailLoss
  }
}
