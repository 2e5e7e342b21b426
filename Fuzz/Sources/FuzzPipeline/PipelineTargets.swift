import Foundation
import FuzzSupport
import MediaFacts
import PushDelivery

@testable import MediaPipeline

/// What stores, workers, other machines, former runs and visitors say.
extension FuzzTarget {
  static let all: [FuzzTarget] = stores + workers + memory + serving
}
