import Foundation
import PushDelivery
import Testing

@Suite struct PosterChoiceTests {
  @Test(arguments: [
    (PosterChoice.at(2.5), #"{"at":2.5}"#), (.at(0), #"{"at":0}"#),
    (.file("a b/cover.jpg"), #"{"file":"a b\/cover.jpg"}"#),
  ])
  func hasOneFormInJSON(_ poster: PosterChoice, _ json: String) throws {
    let bytes = try JSONEncoder().encode(poster)
    #expect(String(decoding: bytes, as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(PosterChoice.self, from: bytes) == poster)
  }

  @Test(arguments: ["{}", "2.5", #"{"at": "2.5"}"#, #"{"file": 1}"#]) func readsNothingElse(_ json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(PosterChoice.self, from: Data(json.utf8)) }
  }
}
