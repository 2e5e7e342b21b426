import Findings
import MediaFacts
import MediaPipeline
import TestSupport
import Testing

@Suite struct CacheHealthTests {
  private func error(_ reason: ObjectStoreError.Reason, _ detail: String = "") -> ObjectStoreError {
    ObjectStoreError(reason, store: "https://cache", detail: detail)
  }

  @Test func threeFailuresInARowAreEnough() {
    var health = CacheHealth()
    for _ in 0..<10 {
      health.failed(.load, error(.interrupted))
      health.failed(.load, error(.interrupted))
      health.succeeded(.load)
    }
    #expect(health.permits(.load))
    for _ in 0..<CacheHealth.mostFailures { health.failed(.load, error(.interrupted)) }
    // Where nothing can be read, nothing needs to be stored.
    #expect(!health.permits(.load) && !health.permits(.store))
  }

  @Test func whoTakesItsTimeIsLeftAloneSooner() {
    var health = CacheHealth()
    health.failed(.load, error(.timedOut))
    #expect(health.permits(.load))
    health.failed(.load, error(.timedOut))
    #expect(!health.permits(.load))
  }

  @Test(arguments: [ObjectStoreError.Reason.credentials, .forbidden, .missingBucket, .insecure])
  func whoRefusesEverybodyIsAskedOnce(reason: ObjectStoreError.Reason) {
    var health = CacheHealth()
    health.failed(.store, error(reason))
    #expect(health.permits(.load) && !health.permits(.store))
  }

  @Test func theEndOfARunIsNoFailure() {
    var health = CacheHealth()
    for _ in 0..<5 { health.failed(.load, error(.cancelled)) }
    #expect(health == CacheHealth())
  }

  @Test func everythingIsToldInOneDiagnostic() throws {
    var health = CacheHealth()
    health.failed(.load, error(.unreachable, "connection refused"))
    health.failed(.load, error(.interrupted))
    health.foundWrong("its bytes have another digest")
    health.foundWrong("it is not as planned")
    let note = try #require(health.note(about: "https://cache"))
    #expect(
      note.message
        == "https://cache: there is no connection to it (connection refused), so not everything was taken from it or stored for "
        + "other machines; entries that are not what they claim to be (2: its bytes have another digest) were made here"
    )
    #expect(note.rule == "machine.shared-cache" && note.severity == .warning && note.subject.name == "cache.remote")
  }
}
