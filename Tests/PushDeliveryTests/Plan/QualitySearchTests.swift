import Foundation
import PushDelivery
import Testing

@Suite struct QualitySearchTests {
  @Test func takesTheCeilingWhenItFits() {
    var search = QualitySearch(qualities: 60...90, limit: 1000)
    #expect(search.next == .try(quality: 90))
    search.record(quality: 90, bytes: 1000)
    #expect(search.next == .done(quality: 90))
    #expect(search.best == .init(quality: 90, bytes: 1000))
  }

  @Test func beginsWhereItIsTold() {
    #expect(QualitySearch(qualities: 60...90, limit: 1, firstQuality: 75).next == .try(quality: 75))
    #expect(QualitySearch(qualities: 60...90, limit: 1, firstQuality: 99).next == .try(quality: 90))
    #expect(QualitySearch(qualities: 60...90, limit: 1, firstQuality: -4).next == .try(quality: 60))
  }

  /// On the prior curve itself one trial says all: the second is the answer and the third proves it.
  @Test func knowsItsOwnCurve() {
    let curve = SizeCurve { 1_000_000 * exp(QualityCurve.progressiveJPEG.logSize(at: $0)) }
    for best in 60...88 {
      let limit = (curve.sizes[best] + curve.sizes[best + 1]) / 2
      let run = SearchRun(.init(qualities: 60...90, limit: limit)) { curve.sizes[$0] }
      #expect(run.result == .done(quality: best))
      #expect(run.trials.map(\.quality) == [90, best, best + 1])
    }
  }

  /// Sizes need not rise with quality: what was over is not asked again when something above it fits.
  @Test func livesWithTrialsOutOfOrder() {
    var search = QualitySearch(qualities: 60...63, limit: 100)
    search.record(quality: 61, bytes: 101)
    search.record(quality: 62, bytes: 100)
    #expect(search.best == .init(quality: 62, bytes: 100))
    #expect(search.next == .try(quality: 63))
  }
}
