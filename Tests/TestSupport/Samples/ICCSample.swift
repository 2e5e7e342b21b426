import Foundation

/// Writes ICC profiles.
package struct ICCSample {
  package var deviceClass = "mntr"
  package var space = "RGB "
  package var tags: [(code: String, data: [UInt8])]

  package init(deviceClass: String = "mntr", space: String = "RGB ", tags: [(code: String, data: [UInt8])]) {
    self.deviceClass = deviceClass
    self.space = space
    self.tags = tags
  }

  package var bytes: [UInt8] {
    var table = big(tags.count, 4)
    var data: [UInt8] = []
    for tag in tags {
      table += ascii(tag.code) + big(132 + 12 * tags.count + data.count, 4) + big(tag.data.count, 4)
      data += tag.data
    }
    let header =
      big(132 + 12 * tags.count + data.count, 4) + ascii("none") + big(0x0440_0000, 4) + ascii(deviceClass)
      + ascii(space) + ascii("XYZ ") + [UInt8](repeating: 0, count: 12) + ascii("acsp")
    return header + [UInt8](repeating: 0, count: 128 - header.count) + table + data
  }

  package static func fixed(_ value: Double) -> [UInt8] { big(Int((value * 65_536).rounded()), 4) }

  package static func xyz(_ values: [Double]) -> [UInt8] { ascii("XYZ ") + big(0, 4) + values.flatMap(fixed) }

  package static let standardColorants = [
    [0.4361, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7141],
  ]
  package static let displayP3Colorants = [
    [0.5151, 0.2412, -0.0011], [0.2920, 0.6922, 0.0419], [0.1571, 0.0666, 0.7841],
  ]

  /// sRGB's tone curve as a function.
  package static let parametricCurve =
    ascii("para") + big(0, 4) + big(3, 2) + [0, 0] + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)

  /// sRGB's tone curve as 1024 samples.
  package static let sampledCurve =
    ascii("curv") + big(0, 4) + big(1024, 4)
    + (0..<1024).flatMap { index in
      let x = Double(index) / 1023
      let light = x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4)
      return big(Int((light * 65_535).rounded()), 2)
    }

  package static func gammaCurve(_ gamma: Double) -> [UInt8] {
    ascii("curv") + big(0, 4) + big(1, 4) + big(Int((gamma * 256).rounded()), 2)
  }

  package static func rgb(_ colorants: [[Double]], _ curve: [UInt8], more: [(code: String, data: [UInt8])] = [])
    -> ICCSample
  {
    ICCSample(
      tags: zip(["rXYZ", "gXYZ", "bXYZ"], colorants).map { ($0, xyz($1)) }
        + ["rTRC", "gTRC", "bTRC"].map { ($0, curve) } + more)
  }

  package static func gray(_ curve: [UInt8]) -> ICCSample { ICCSample(space: "GRAY", tags: [("kTRC", curve)]) }

  package static let sRGB = rgb(standardColorants, parametricCurve)
  package static let displayP3 = rgb(displayP3Colorants, parametricCurve)
}
