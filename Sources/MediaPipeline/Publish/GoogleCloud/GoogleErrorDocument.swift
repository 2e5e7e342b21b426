import Findings
import Foundation
import PushDelivery

/// What Google's services say when they refuse a request: `{"error": {"message", "errors": [{"reason"}]}}`
/// (https://cloud.google.com/storage/docs/json_api/v1/status-codes), or `{"error", "error_description"}` where tokens are given.
struct GoogleErrorDocument: Hashable, Sendable {
  /// A code for programs, such as `forbidden` or `invalid_grant`.
  let code: String
  let message: String

  init(_ bytes: [UInt8]) {
    let document = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))
    let error = document?["error"]
    if let code = error?.text {
      self.code = code
      message = document?["error_description"]?.text ?? ""
    } else {
      code = error?["errors"]?.first?["reason"]?.text ?? ""
      message = error?["message"]?.text ?? ""
    }
  }

  /// The two in one line; empty when there are none.
  var words: String { [code, message].filter { !$0.isEmpty }.joined(separator: ": ") }
}

extension JSONValue {
  fileprivate var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  fileprivate var first: JSONValue? {
    guard case .array(let elements) = self else { return nil }
    return elements.first
  }
}
