import Foundation
import FuzzSupport

@testable import MediaPipeline

/// Answers of S3, Azure and Google Cloud Storage.
extension FuzzTarget {
  static let stores: [FuzzTarget] = [
    FuzzTarget("s3-error") { bytes in
      let refusal = StoreRefusal(xml: bytes)
      precondition(
        refusal.code.utf8.count + refusal.message.utf8.count <= 3 * bytes.count, "no more is told than was said")
    },
    FuzzTarget("action-result") { bytes in
      guard let result = ActionResult(bytes) else { return }
      precondition(ActionResult(result.bytes) == result, "what is written is read as the same")
    },
  ]
}
