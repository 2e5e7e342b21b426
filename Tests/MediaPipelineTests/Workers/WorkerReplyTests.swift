import Foundation
import MediaPipeline
import Testing

/// Nothing that a worker says is taken as it is.
@Suite struct WorkerReplyTests {
  @Test(arguments: [(-1e300, 0), (0.25, 0.25), (1e300, 1)] as [(Double, Double)])
  func aPartIsOneOfTheWhole(said: Double, taken: Double) throws {
    let line = Data(#"{"progress": {"_0": \#(said)}}"#.utf8)
    #expect(try JSONDecoder().decode(WorkerReply.self, from: line).partDone == taken)
  }

  @Test func theLastWordIsNoPart() { #expect(WorkerReply.verified(damage: nil).partDone == nil) }
}
