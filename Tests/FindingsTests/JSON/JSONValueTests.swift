import Findings
import Foundation
import Testing

@Suite struct JSONValueTests {
  @Test func keepsKindsApart() throws {
    let value: JSONValue = [
      "integer": 1, "number": .number(1.5), "true": true, "text": "1", "null": .null, "list": [0, false, []],
    ]
    let text = #"{"integer":1,"number":1.5,"true":true,"text":"1","null":null,"list":[0,false,[]]}"#
    #expect(try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) == value)
    #expect(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value)) == value)
  }

  @Test func writesOneAsANumber() throws {
    #expect(try JSONEncoder().encode(["mutable-content": 1] as JSONValue) == Data(#"{"mutable-content":1}"#.utf8))
  }

  @Test func refusesToWriteWhatIsNotFinite() {
    #expect(throws: EncodingError.self) { try JSONEncoder().encode([.number(.nan)] as JSONValue) }
  }

  @Test func membersAndText() {
    let value: JSONValue = ["a": ["b": "c"]]
    #expect(value["a"]?["b"]?.text == "c")
    #expect(value["b"] == nil)
    #expect(JSONValue.string("a")["a"] == nil)
    #expect(value.text == nil)
  }

  @Test func lastOfEqualNamesCounts() { #expect((["a": 1, "a": 2] as JSONValue) == ["a": 2]) }
}
