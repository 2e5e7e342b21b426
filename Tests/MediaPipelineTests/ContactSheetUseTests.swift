import Findings
import Foundation
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// A contact sheet as the person who approves uses it, in Chromium.
@Suite(.timeLimit(.minutes(10))) struct ContactSheetUseTests {
  private let folder = TemporaryFolder()

  private typealias Message = ContactSheetContents.ShownMessage

  private static let messages = [
    Message(
      id: "bread-de", title: "Brot", body: "Nur heute", target: .topic("bread"), locale: "de",
      findings: [Diagnostic("message.long-title", .warning, .init(.message, "bread-de"), "too long", remedy: "cut it")],
      digest: String(repeating: "a", count: 64)),
    Message(
      id: "bread-ar", title: "خبز", body: "اليوم فقط", target: .topic("bread"), locale: "ar",
      digest: String(repeating: "b", count: 64)),
    Message(
      id: "vip", title: "<b>For</b> you", target: .token("abcdefgh1234"), digest: String(repeating: "c", count: 64)),
    Message(
      id: "broken", status: .refused, title: "Broken",
      findings: [Diagnostic("message.link", .error, .init(.message, "broken"), "no link", remedy: "fix it")]),
  ]

  private func page(_ messages: [Message] = Self.messages, head: ContactSheetContents.Head = .init()) throws -> UsedPage
  {
    let sheet = ContactSheetContents(
      title: "Spring", head: head, audiences: [.init(.topic, "bread", requests: 2)], messages: messages)
    try #require(ContactSheetFile(path: folder.absolute("sheet.html")).write(sheet, read: { _ in nil }) == nil)
    return UsedPage(folder.absolute("sheet.html"), downloads: folder.path)
  }

  private static let count = UsedPage.Step.ask("document.querySelector('output').textContent")
  /// Goes to a message and waits until it is drawn: one out of sight is not.
  private static func goTo(_ id: String) -> UsedPage.Step {
    .ask(
      "new Promise(done => { const message = document.getElementById('\(id)'); message.scrollIntoView(); "
        + "const look = () => message.dataset.drawn ? done(message.id) : setTimeout(look, 20); look() })")
  }
  private static let focus = UsedPage.Step.ask("document.activeElement.id")

  /// What does not go out comes first.
  @Test func keysGoFromMessageToMessage() async throws {
    let found = try await page().use(
      .key("j"), Self.focus, .key("j"), Self.focus, .key("k"), Self.focus, .key("k"), Self.focus,
      .key("?"), .heard("dialog"), .key("Escape"), .heard("dialog"), .key("d"), .ask("document.body.dataset.frames"))
    #expect(found == ["message-4", "message-1", "message-4", "message-4", ["Keys"], [], "light"])
  }

  @Test func filtersAndSearchLeaveWhatIsAskedFor() async throws {
    let found = try await page().use(
      Self.count, .key("/"), .type("NUR"), Self.count, .key("Escape"), .key("Escape"), Self.count,
      .click("a[data-filter='target:topic bread']"), Self.count,
      .ask(
        "(() => { const menu = document.querySelector('[data-field=locale]'); menu.value = 'ar'; "
          + "menu.dispatchEvent(new Event('change')); return location.hash })()"),
      Self.count, .key("Escape"), .click(".look a[href='#message-1']"), Self.focus,
      .heard("combobox"), .key("/"), .type("nowhere"), Self.count, .click("main > .note button"), Self.count)
    #expect(
      found == [
        "4 messages", "1 of 4 messages", "4 messages", "2 of 4 messages", "", "1 of 4 messages", "message-1",
        ["Language", "Platform", "Target", "Finding"], "0 of 4 messages", "4 messages",
      ])
  }

  /// The texts are only texts, in their direction, and a client's frame has no more lines of them than the client.
  @Test func messagesAreDrawnAsClientsLayThemOut() async throws {
    let found = try await page().use(
      Self.goTo("message-2"),
      .ask("[...document.querySelectorAll('#message-2 .view-name')].map(name => name.textContent)"),
      .ask("document.querySelector('#message-2 .android .notification').dir"),
      Self.goTo("message-3"),
      .ask("document.querySelector('#message-3 .words b').textContent"),
      .ask(
        "[...document.querySelectorAll('#message-1 .ios .words span')].map(text => getComputedStyle(text).webkitLineClamp)"
      ),
      .ask("document.querySelector('#message-4 .clients')?.children.length ?? 0"))
    #expect(
      found == [
        "message-2", ["collapsed", "expanded", "banner", "lock screen", "expanded", "Windows", "Android"], "rtl",
        "message-3", "<b>For</b> you", ["2", "4", "none"], 0,
      ])
  }

  /// Bands over the whole original, which has its shape: here the middle of a square of which the rendition is the upper half.
  @Test func whatIsNotShownIsCrossedOut() async throws {
    let picture = try ContactSheetExample.picture("hero", width: 400, height: 200)
    let original = ContactSheetContents.Original(
      path: "hero.png", area: PictureArea(left: 0, top: 0, right: 1, bottom: 0.5))
    let sheet = ContactSheetContents(
      title: "Spring", messages: [.init(id: "a", title: "A", pictures: [.android: picture, .ios: picture])],
      originals: [picture.url: original])
    try #require(ContactSheetFile(path: folder.absolute("sheet.html")).write(sheet, read: { _ in [1] }) == nil)
    let found = try await UsedPage(folder.absolute("sheet.html"), downloads: folder.path).use(
      Self.goTo("message-1"),
      .ask(
        "['android', 'ios'].map(client => { const box = document.querySelector(`.${client} .uncropped`); "
          + "return [box.clientWidth === box.clientHeight, ...[...box.querySelectorAll('i')].map(band => "
          + "[band.className, ...['left', 'top', 'width', 'height'].map(side => Math.round(parseFloat(band.style[side])))])] })"
      ), .heard("image"))
    #expect(
      found[1] == [
        [true, ["crossed", 0, 50, 100, 50], ["hatched", 0, 0, 15, 50], ["hatched", 85, 0, 15, 50]],
        [true, ["crossed", 0, 50, 100, 50]],
      ])
    #expect(found[2].elements.contains("The original; iOS does not show what is crossed out"))
  }

  /// A page that was made yesterday is looked at today.
  @Test(arguments: [(60, false), (0, true)]) func aProofGrowsOldWhileThePageStays(life: Int, isOld: Bool) async throws {
    let made = Date(timeIntervalSinceNow: -30).formatted(.iso8601)
    let found = try await page(head: .init(proof: "proven", provenAt: made, proofLife: life)).use(
      .ask("document.querySelector('.top dd').textContent"),
      .ask("document.querySelector('.top dd code')?.textContent ?? ''"))
    #expect(found[0].string?.hasPrefix("not proven since \(made.prefix(10)), ") == isOld)
    #expect(found[1] == (isOld ? "richpush verify" : ""))
  }

  @Test func anApprovalHasTheRequestsThatWereNotHeldBack() async throws {
    let found = try await page().use(
      .key("j"), .key("j"), .key("x"), .ask("document.querySelector('button.main').textContent"),
      .click("button.main"), .heard("dialog"), .type("Jo Öztürk"), .key("Enter"),
      .ask("new Promise(done => setTimeout(() => done('waited'), 500))"))
    #expect(found == ["Approve all but 1…", ["Approve 2 requests"], "waited"])
    let approval = try JSON(folder.text(of: "approved.json"))
    #expect(approval["name"] == "Jo Öztürk" && approval["campaign"] == "Spring" && approval["version"] == 1)
    #expect(
      approval["requests"] == [
        "bread-ar": .string(String(repeating: "b", count: 64)), "vip": .string(String(repeating: "c", count: 64)),
      ])
    #expect(try Approval(path: folder.absolute("approved.json")).name == "Jo Öztürk")
  }

  @Test func whatWasNotApprovedBeforeIsNamed() async throws {
    let held = Message(
      id: "late", status: .refused, title: "Late",
      findings: [Diagnostic(.campaignNotApproved, .init(.message, "late"), "it has changed")],
      digest: String(repeating: "d", count: 64))
    let found = try await page(Self.messages + [held]).use(
      .ask("[...document.querySelectorAll('.findings code')].some(code => code.textContent === '--approved')"),
      .click("button.main"), .ask("document.querySelector('dialog p').textContent"))
    #expect(found == [true, "1 message changed or not approved before: late"])
  }

  @Test func aTrialIsNotApproved() async throws {
    let found = try await page(head: .init(isTrial: true)).use(.ask("document.querySelector('button.main').disabled"))
    #expect(found == [true])
  }

  @Test(arguments: [390, 800, 1400]) func nothingIsWiderThanTheScreen(width: Int) async throws {
    let found = try await page().use(
      width: width, .media(["prefers-color-scheme": "dark", "prefers-reduced-motion": "reduce"]), .key("j"),
      .ask("document.documentElement.scrollWidth <= innerWidth"),
      .ask("getComputedStyle(document.body).backgroundColor"))
    #expect(found == [true, "rgb(16, 19, 23)"])
  }

  /// Only what comes near the screen is drawn.
  @Test func tenThousandMessagesStayFluid() async throws {
    let many = (0..<10_000).map { Message(id: "m\($0)", title: "Title \($0)", body: "Body", digest: "d\($0)") }
    let found = try await page(many).use(
      .ask("document.querySelectorAll('[data-drawn]').length < 50"), .key("/"), .type("Title 77"), Self.count,
      .key("Escape"), .key("Escape"), .ask("location.hash = '#message-9000'"), Self.focus,
      .ask("document.querySelectorAll('[data-drawn]').length < 100"))
    #expect(found == [true, "111 of 10,000 messages", "#message-9000", "message-9000", true])
  }
}
