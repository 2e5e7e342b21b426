import Findings
import Foundation
import PushDelivery

/// What other programs read when a value is written as JSON.
func json(of value: some Encodable) throws -> JSONValue {
  try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
}
