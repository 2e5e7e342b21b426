import Foundation
import PushDelivery
import TestSupport

/// How many bytes a made-up encoder gives at each quality 0 to 100.
struct SizeCurve: CustomStringConvertible {
  let sizes: [Int]

  init(_ size: (Int) -> Double) { sizes = (0...100).map { Int(min(max(size($0), 0), 1e15)) } }

  var description: String { "\(sizes)" }

  /// The highest quality of a range that fits; nil when none does.
  func best(in qualities: ClosedRange<Int>, limit: Int) -> Int? { qualities.last { sizes[$0] <= limit } }
}

extension SizeCurve {
  /// Never falls: of a random shape (straight, exponential, a power, steps) and steepness, some with a leap at 90.
  static func monotone(_ random: inout SeededGenerator) -> SizeCurve {
    let base = Double(random.logarithmic(1...10_000_000))
    let steepness = Double.random(in: 0.01...12, using: &random)
    let leap = Bool.random(using: &random) ? Double.random(in: 1...3, using: &random) : 1
    let shape = Int.random(in: 0...3, using: &random)
    let stair = Int.random(in: 1...40, using: &random)
    return SizeCurve { quality in
      let part = Double(quality) / 100
      let growth =
        switch shape {
        case 0: 1 + steepness * part
        case 1: exp(steepness * part)
        case 2: 1 + pow(part, steepness) * 50
        default: exp(steepness * Double(quality / stair * stair) / 100)
        }
      return base * growth * (quality >= 90 ? leap : 1)
    }
  }

  /// A monotone curve on which every quality is off by up to a third.
  static func noisy(_ random: inout SeededGenerator) -> SizeCurve {
    let curve = monotone(&random)
    let noise = Double.random(in: 0...0.33, using: &random)
    return SizeCurve { Double(curve.sizes[$0]) * (1 + Double.random(in: -noise...noise, using: &random)) }
  }

  /// The same at every quality.
  static func constant(_ random: inout SeededGenerator) -> SizeCurve {
    let size = Double(random.logarithmic(1...10_000_000))
    return SizeCurve { _ in size }
  }

  /// No order at all; also 0 and the largest sizes.
  static func lawless(_ random: inout SeededGenerator) -> SizeCurve {
    SizeCurve { _ in
      switch Int.random(in: 0...9, using: &random) {
      case 0: 0
      case 1: 1e15
      default: Double(random.logarithmic(1...10_000_000))
      }
    }
  }

  /// What photographs do: the prior curve with another slope, a leap at 90 and a little noise, so large that
  /// about half of them fit `limit` at `ceiling`.
  static func realistic(ceiling: Int, limit: Int, _ random: inout SeededGenerator) -> SizeCurve {
    let prior = QualityCurve.progressiveJPEG
    let logSize = log(Double(limit)) + 0.9 * random.normal() - prior.logSize(at: ceiling)
    let slope = 0.11 / 14 * random.normal()
    let leap = 0.1 * random.normal()
    let noise = (0...100).map { _ in 0.004 * random.normal() }
    return SizeCurve { quality in
      let residual = slope * Double(quality - ceiling) - (quality < 90 && ceiling >= 90 ? leap : 0)
      return exp(logSize + prior.logSize(at: quality) + residual + noise[quality])
    }
  }
}
