import Foundation
import MediaFacts
import PushDelivery
import Testing

@Suite struct ProfileTests {
  @Test func universalFitsEveryClient() {
    #expect(
      Profile.universal
        == Profile(
          name: "universal", maximumBytes: 300_000, maximumSize: PixelSize(width: 1664, height: 1136), fit: .inside,
          transparency: .keep, background: .white, effort: .best(target: 90), acceptableScore: 50))
  }
}

@Suite struct AspectRatioTests {
  @Test(arguments: [("2:1", 2, 1), ("16:9", 16, 9), ("1:100", 1, 100), ("4:2", 4, 2)])
  func reads(_ text: String, _ width: Int, _ height: Int) {
    let ratio = AspectRatio(text)
    #expect(ratio?.width == width)
    #expect(ratio?.height == height)
    #expect(ratio == AspectRatio(width: width, height: height))
    #expect(ratio?.description == text)
  }

  @Test(arguments: [
    "", ":", "2", "2:", ":1", "2:1:1", "0:1", "1:0", "-2:1", "101:1", "1:101", "2 : 1", "2/1", "1.5:1", "a:b",
    "99999999999999999999:1",
  ])
  func refuses(_ text: String) { #expect(AspectRatio(text) == nil) }

  @Test(arguments: [(0, 1), (1, 0), (-1, -1), (101, 1), (1, .max)]) func refusesSides(_ width: Int, _ height: Int) {
    #expect(AspectRatio(width: width, height: height) == nil)
  }
}

@Suite struct FocalPointTests {
  @Test(arguments: [(0, 0), (1, 1), (0.5, 0.25)]) func takesPointsOfThePicture(_ x: Double, _ y: Double) throws {
    #expect(FocalPoint(x: x, y: y)?.x == x)
    #expect(FocalPoint(x: x, y: y)?.y == y)
    #expect(try decode(FocalPoint.self, #"{"x":\#(x),"y":\#(y)}"#) == FocalPoint(x: x, y: y))
  }

  @Test(arguments: [(-0.01, 0.5), (0.5, 1.01), (.nan, 0), (0, .nan), (.infinity, 0), (0, -.infinity)])
  func refusesPointsOutside(_ x: Double, _ y: Double) { #expect(FocalPoint(x: x, y: y) == nil) }

  @Test(arguments: ["-0.01", "1.01", "1e300", "null", "\"0\""]) func decodesNoPointOutside(_ x: String) {
    #expect(throws: DecodingError.self) { try decode(FocalPoint.self, #"{"x":\#(x),"y":0.5}"#) }
    #expect(throws: DecodingError.self) { try decode(CropAnchor.self, #"{"x":0.5,"y":\#(x)}"#) }
  }
}

@Suite struct RGBColorTests {
  @Test(arguments: [
    ("#ffffff", RGBColor(red: 255, green: 255, blue: 255)), ("#000000", RGBColor(red: 0, green: 0, blue: 0)),
    ("#01a0Ff", RGBColor(red: 1, green: 160, blue: 255)),
  ])
  func reads(_ text: String, _ color: RGBColor) {
    #expect(RGBColor(text) == color)
    #expect(color.description == text.lowercased())
  }

  @Test(arguments: [
    "", "#", "#fff", "ffffff", "#fffffff", "#gggggg", "#-fffff", "#+fffff", " #ffffff", "#ffffff ", "##fffff",
    "#ffffff00", "#１２３４５６", "#ff",
  ])
  func refuses(_ text: String) { #expect(RGBColor(text) == nil) }
}

private func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
  try JSONDecoder().decode(type, from: Data(json.utf8))
}
