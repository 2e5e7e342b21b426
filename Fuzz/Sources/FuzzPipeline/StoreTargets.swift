import Foundation
import FuzzSupport

@testable import MediaPipeline

/// Answers of S3, Azure and Google Cloud Storage.
extension FuzzTarget {
  static let stores: [FuzzTarget] = [
    FuzzTarget("s3-listing") { bytes in isList(ObjectPage(s3: bytes), bytes) },
    FuzzTarget("azure-listing") { bytes in isList(ObjectPage(azure: bytes), bytes) },
    FuzzTarget("gcs-listing") { bytes in isList(ObjectPage(gcs: bytes), bytes) },
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

  /// A page never has more keys than there is room for, and an empty token would ask for the same page for ever.
  private static func isList(_ page: ObjectPage?, _ bytes: [UInt8]) {
    guard let page else { return }
    precondition(page.keys.count <= bytes.count && page.next?.isEmpty != true, "a list ends")
  }
}
