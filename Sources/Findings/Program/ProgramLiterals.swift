/// A literal of an object that stands in a program's text.
package struct ProgramLiteral: Hashable, Sendable {
  package let node: JSONNode
  /// Whether it is a call with named arguments, and no object.
  package let isCall: Bool
}

extension JSONReader {
  /// The outermost literals of a program's text that are wanted, in its order. Comments and texts in quotes are passed over.
  package mutating func literals(where isWanted: (JSONNode) -> Bool) -> [ProgramLiteral] {
    var found: [ProgramLiteral] = []
    while let byte, passedOver <= mostPassedOver {
      let start = offset
      depth = 0
      switch byte {
      case UInt8(ascii: "{"):
        let node = (try? content()).map { JSONNode(offset: start, end: offset, content: $0) }
        if let node, isWanted(node) { found.append(.init(node: node, isCall: false)) } else { offset = start + 1 }
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
        if (try? quoted()) == nil { offset = max(offset, start + 1) }
      case UInt8(ascii: "/"), UInt8(ascii: "#"):
        if (try? skipSpace()) == nil {
          passedOver += limit - start
          offset = start
        }
        offset = max(offset, start + 1)
      case _ where isIdentifier(byte):
        if let call = call(), isWanted(call) {
          found.append(.init(node: call, isCall: true))
        } else {
          offset = start
          _ = take { isIdentifier($0) || $0 == UInt8(ascii: ".") }
        }
      default: offset += 1
      }
    }
    return found
  }
}
