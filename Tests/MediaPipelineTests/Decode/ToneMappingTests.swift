import Foundation
import MediaFacts
import MediaPipeline
import PushDelivery
import Testing

@Suite struct ToneMappingTests {
  /// Codes and luminances of SMPTE ST 2084 as ITU-R BT.2408 tabulates them: 58 % is reference white, 203 cd/m².
  @Test(arguments: [(0.0, 0.0), (0.5081, 100), (0.5807, 203), (0.7518, 1000), (1, 10000)])
  func perceptualQuantizer(_ code: Double, luminance: Double) {
    #expect(abs(ToneMapping.perceptualQuantizer(code) - luminance) <= luminance * 0.005)
  }

  /// BT.2408: 75 % HLG is reference white on a 1000 cd/m² display.
  @Test(arguments: [(0.0, 0.0), (0.75, 203), (1, 1000)]) func hybridLogGamma(_ code: Double, luminance: Double) {
    #expect(abs(ToneMapping.hybridLogGamma(code) - luminance) <= luminance * 0.01)
  }

  @Test(arguments: [ColorDescription.TransferFunction.standard, .pq, .hlg])
  func graysStayGrayAndKeepTheirOrder(_ transfer: ColorDescription.TransferFunction) {
    let mapping = ToneMapping(ColorDescription(transfer: transfer, primaries: .bt2020))
    let codes = (0...64).map { UInt16($0 * 1023) }
    let mapped = mapping.map(codes.flatMap { [$0, $0, $0] }, bandCount: 3, maximum: 65535)
    let grays = stride(from: 0, to: mapped.count, by: 3).map { mapped[$0] }
    for pixel in stride(from: 0, to: mapped.count, by: 3) {
      #expect(abs(Int(mapped[pixel]) - Int(mapped[pixel + 1])) <= 1)
      #expect(abs(Int(mapped[pixel]) - Int(mapped[pixel + 2])) <= 1)
    }
    #expect(grays == grays.sorted())
    #expect(grays.first == 0 && grays.last == 255)
  }

  @Test func standardPrimariesPassThrough() {
    let mapping = ToneMapping(ColorDescription())
    let samples: [UInt16] = [0, 1, 2, 50, 128, 200, 254, 255, 255]
    #expect(mapping.map(samples, bandCount: 3, maximum: 255) == samples.map { UInt8($0) })
  }

  /// Display P3's full red lies outside sRGB; its nearest is sRGB's full red. Alpha is only scaled.
  @Test func wideColoursAreClippedAndAlphaKept() {
    let mapping = ToneMapping(ColorDescription(primaries: .displayP3))
    #expect(mapping.map([65535, 0, 0, 32768], bandCount: 4, maximum: 65535) == [255, 0, 0, 128])
  }
}
