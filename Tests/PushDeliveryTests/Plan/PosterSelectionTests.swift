import PushDelivery
import Testing

/// Sequences whose best frame is plain to see.
@Suite struct PosterSelectionTests {
  private typealias Frame = PosterFrames

  @Test func nothingToChooseFrom() { #expect(PosterSelection([]).bestIndex == nil) }

  @Test func oneFrameIsChosen() {
    #expect(PosterSelection([Frame.scene(1)]).bestIndex == 0)
    #expect(PosterSelection([Frame.uniform(0)]).bestIndex == 0)
  }

  @Test func equalFramesTheEarlierWins() {
    #expect(PosterSelection(Array(repeating: Frame.scene(1), count: 9)).bestIndex == 0)
    #expect(PosterSelection(Array(repeating: Frame.uniform(128), count: 9)).bestIndex == 0)
  }

  /// Out of the fade is anything from its last frame on.
  @Test func fadeFromBlackIsPassed() throws {
    let fade = (0..<6).map { Frame.mixed(Frame.uniform(0), Frame.scene(1), Double($0) / 6) }
    let best = try #require(PosterSelection(fade + Array(repeating: Frame.scene(1), count: 6)).bestIndex)
    #expect(best >= 6)
  }

  @Test func fadeToBlackIsPassed() throws {
    let fade = (0..<10).map { Frame.mixed(Frame.scene(1), Frame.uniform(0), Double($0) / 9) }
    #expect(PosterSelection(fade).bestIndex == 0)
  }

  @Test func flashOfWhiteIsPassed() throws {
    let frames = [Frame.uniform(255), Frame.mixed(Frame.scene(1), Frame.uniform(255), 0.7)]
    #expect(PosterSelection(frames + Array(repeating: Frame.scene(1), count: 5)).bestIndex == 2)
  }

  @Test(arguments: [0, 128, 255]) func uniformFramesArePassed(_ level: UInt8) {
    let frames = Array(repeating: Frame.uniform(level), count: 20) + [Frame.scene(2)]
    #expect(PosterSelection(frames).bestIndex == 20)
  }

  /// A dissolve has the colours of both scenes, so it is near the average, but still a mixture.
  @Test func dissolveIsPassed() throws {
    let before = Array(repeating: Frame.scene(1), count: 3)
    let after = Array(repeating: Frame.scene(2), count: 3)
    let between = (1..<4).map { Frame.mixed(Frame.scene(1), Frame.scene(2), Double($0) / 4) }
    let selection = PosterSelection(before + between + after)
    let best = try #require(selection.bestIndex)
    #expect(!(3..<6).contains(best))
    let marks = selection.marks
    #expect(try #require(marks[3..<6].max()) < 0.6 * #require((marks[..<3] + marks[6...]).min()))
  }

  @Test func blurIsPassed() {
    let blurred = Frame.blurred(Frame.scene(1), by: 4)
    #expect(PosterSelection([blurred, blurred, blurred, Frame.scene(1), blurred]).bestIndex == 3)
  }

  @Test func whatIsSeenMostStandsForAll() throws {
    let frames = [Frame.scene(5)] + Array(repeating: Frame.scene(1), count: 8) + [Frame.scene(9)]
    let best = try #require(PosterSelection(frames).bestIndex)
    #expect((1...8).contains(best))
  }

  /// The colours of half and half are near the average of both, and yet it is the moment of a change.
  @Test func halfOfEachSceneIsPassed() throws {
    let dark = Frame.mixed(Frame.scene(2), Frame.uniform(0), 0.3)
    let bright = Frame.mixed(Frame.scene(1), Frame.uniform(255), 0.3)
    let half = Frame.beside(bright, dark)
    let frames = Array(repeating: bright, count: 9) + [half] + Array(repeating: dark, count: 3)
    #expect(PosterSelection([half] + frames).bestIndex == 1)
  }

  /// A drawing that builds up is shown when most of it is there.
  @Test func mostVisibleFrameOfATransparentAnimation() {
    let frames = (1...8).map { Frame.revealed(Frame.scene(1), Double($0) / 8) }
    #expect(PosterSelection(frames).bestIndex == 7)
    #expect(PosterSelection(frames + [Frame.revealed(Frame.scene(1), 0)]).bestIndex == 7)
  }

  @Test func invisibleFramesHaveMarksToo() {
    let selection = PosterSelection(Array(repeating: Frame.revealed(Frame.scene(1), 0), count: 3))
    #expect(selection.marks.allSatisfy { $0.isFinite && $0 >= 0 })
    #expect(selection.bestIndex == 0)
  }

  /// Motion is not a transition.
  @Test func motionIsNoTransition() throws {
    let frames = (0..<12).map { Frame.scene(1, movedBy: $0 * 3) }
    let marks = PosterSelection(frames).marks
    #expect(try #require(marks.min()) > 0.7 * #require(marks.max()))
  }
}
