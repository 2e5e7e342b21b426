/// What pictures usually score: where a search for a score begins, and how it goes on.
package enum UsualScore {
  /// SSIMULACRA 2 at scales of 1/8, 1/4, ... 512: means of the photographs that the encoder was fitted to.
  private static let scores = [94.4, 94.2, 93.6, 91.4, 88.4, 83.3, 75.6, 64.2, 46.3, 17.7, -20.7, -50, -58.7]
  private static let firstLogarithm = -3.0

  /// The score at the logarithm to base 2 of a scale.
  package static func score(_ logarithm: Double) -> Double {
    let place = min(max(logarithm - firstLogarithm, 0), Double(scores.count - 1))
    let index = min(Int(place), scores.count - 2)
    return scores[index] + (place - Double(index)) * (scores[index + 1] - scores[index])
  }

  /// The logarithm to base 2 of the scale at which this is the score; that of the nearest score beyond the known ones.
  package static func logarithm(_ score: Double) -> Double {
    guard let next = scores.firstIndex(where: { $0 < score }) else {
      return firstLogarithm + Double(scores.count - 1)
    }
    guard next > 0 else { return firstLogarithm }
    let part = (scores[next - 1] - score) / (scores[next - 1] - scores[next])
    return firstLogarithm + Double(next - 1) + part
  }

  package static func scale(_ score: Double) -> Double { Elementary.exp2(logarithm(score)) }
}
