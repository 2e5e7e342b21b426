import Foundation
import SSIMULACRA2

/// SSIMULACRA 2.1 written down as plainly as can be: whole planes, double precision, the mathematics library. It is slow, and
/// without the errors of rounding that are part of the score. Where they are small it bears witness.
struct PlainScore {
  /// Row after row.
  struct Plane {
    let width: Int
    let height: Int
    var values: [Double]

    subscript(x: Int, y: Int) -> Double { values[y * width + x] }

    func map(with other: Plane, _ transform: (Double, Double) -> Double) -> Plane {
      Plane(width: width, height: height, values: zip(values, other.values).map(transform))
    }
  }

  static func score(_ reference: SRGBImage, _ candidate: SRGBImage) -> Double {
    var pictures = [linear(reference), linear(candidate)]
    var scales: [[[Double]]] = []
    while scales.count < 6 {
      if !scales.isEmpty { pictures = pictures.map { $0.map(halved) } }
      let planes = pictures.map(positiveXYB)
      scales.append((0..<3).map { norms(planes[0][$0], planes[1][$0]) })
      if min(planes[0][0].width, planes[0][0].height) < 8 { break }
    }
    let terms = (0..<3).flatMap { channel in scales.flatMap { $0[channel] } }
    return mapped(zip(ScoreWeights.all, terms).reduce(0) { $0 + $1.0 * $1.1 })
  }

  private static func mapped(_ sum: Double) -> Double {
    let error = sum * 0.9562382616834844
    let bent = 6.248496625763138e-05 * pow(error, 3) - 0.020884521182843837 * pow(error, 2) + 2.326765642916932 * error
    return bent > 0 ? 100 - 10 * pow(bent, 0.6276336467831387) : 100
  }

  private static func linear(_ picture: SRGBImage) -> [Plane] {
    let (width, height) = (max(picture.width, 8), max(picture.height, 8))
    return (0..<3).map { channel in
      let values = (0..<width * height).map { index in
        let start = min(index / width, picture.height - 1) * picture.stride
        let column = min(index % width, picture.width - 1) * picture.samples.rawValue
        let value = Double(picture.bytes[start + column + min(channel, picture.samples.rawValue - 1)]) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      return Plane(width: width, height: height, values: values)
    }
  }

  private static func halved(_ plane: Plane) -> Plane {
    let (width, height) = ((plane.width + 1) / 2, (plane.height + 1) / 2)
    let values = (0..<width * height).map { index in
      let (x, y) = (index % width * 2, index / width * 2)
      let (right, below) = (min(x + 1, plane.width - 1), min(y + 1, plane.height - 1))
      return (plane[x, y] + plane[right, y] + plane[x, below] + plane[right, below]) / 4
    }
    return Plane(width: width, height: height, values: values)
  }

  private static func positiveXYB(_ rgb: [Plane]) -> [Plane] {
    let matrix = [
      [0.3, 0.622, 0.078], [0.23, 0.692, 0.078],
      [0.24342268924547819, 0.20476744424496821, 1 - 0.24342268924547819 - 0.20476744424496821],
    ]
    let bias = 0.0037930732552754493
    var result = rgb
    for index in rgb[0].values.indices {
      let response = matrix.map { row in
        cbrt(row[0] * rgb[0].values[index] + row[1] * rgb[1].values[index] + row[2] * rgb[2].values[index] + bias)
          - cbrt(bias)
      }
      let y = (response[0] + response[1]) / 2
      result[0].values[index] = (response[0] - response[1]) / 2 * 14 + 0.42
      result[1].values[index] = y + 0.01
      result[2].values[index] = response[2] - y + 0.55
    }
    return result
  }

  /// Means of the three maps, then their 4-norms.
  private static func norms(_ first: Plane, _ second: Plane) -> [Double] {
    let (mean1, mean2) = (blurred(first), blurred(second))
    let (square1, square2) = (blurred(first.map(with: first, *)), blurred(second.map(with: second, *)))
    let product = blurred(first.map(with: second, *))
    var maps = [[Double]](repeating: [], count: 3)
    for index in first.values.indices {
      let (a, b) = (mean1.values[index], mean2.values[index])
      let covariance = 2 * (product.values[index] - a * b) + 0.0009
      let variance = square1.values[index] - a * a + square2.values[index] - b * b + 0.0009
      maps[0].append(max(1 - (1 - (a - b) * (a - b)) * covariance / variance, 0))
      let edges = (1 + abs(second.values[index] - b)) / (1 + abs(first.values[index] - a)) - 1
      maps[1].append(max(edges, 0))
      maps[2].append(max(-edges, 0))
    }
    let count = Double(first.values.count)
    return maps.map { $0.reduce(0, +) / count } + maps.map { pow($0.reduce(0) { $0 + pow($1, 4) } / count, 0.25) }
  }

  /// The recursive filter of Charalampidis (2016) for sigma 1.5 comes down to these nine taps.
  private static func blurred(_ plane: Plane) -> Plane {
    let omega = (0..<3).map { Double(2 * $0 + 1) * .pi / 10 }
    let beta = [0.17893914164149133, 0.0727261447361902, 0.012955819110517089]
    let taps = (-4...4).map { n in (0..<3).reduce(0) { $0 + beta[$1] * cos(omega[$1] * Double(n)) } }
    var result = plane
    for pass in 0..<2 {
      let source = result
      for y in 0..<plane.height {
        for x in 0..<plane.width {
          var sum = 0.0
          for n in -4...4 {
            let (column, row) = pass == 0 ? (x + n, y) : (x, y + n)
            guard column >= 0, column < plane.width, row >= 0, row < plane.height else { continue }
            sum += taps[n + 4] * source[column, row]
          }
          result.values[y * plane.width + x] = sum
        }
      }
    }
    return result
  }
}
