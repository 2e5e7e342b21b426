import Findings
import Foundation
import PushDelivery

/// The JSON that other programs read for a value.
func json(of value: some Encodable) throws -> JSONValue {
  try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
}
