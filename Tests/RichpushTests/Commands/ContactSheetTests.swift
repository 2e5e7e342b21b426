import Foundation
import TestSupport
import Testing

/// `run --contact-sheet`.
@Suite(.timeLimit(.minutes(10))) struct ContactSheetTests {
  @Test func theSampleCampaignIsSeenInABrowser() async throws {
    let workspace = try await Workspace.withRenderedSamples()
    try await workspace.richpush("run", "campaign", "--base-url", Workspace.baseURL, "--contact-sheet", "sheet.html")
      .ended(0)
    let requests = try workspace.folder.states(of: "payloads")
    try await workspace.richpush("compose", "payloads/index.json", "campaign").ended(0)
    #expect(try workspace.folder.states(of: "payloads") == requests)
    let sheet = workspace.folder.absolute("sheet.html")
    let visit = try await Browser().visit(sheet)
    #expect(visit.console == [])
    #expect(visit.requests == [])
    let assets = try JSON(workspace.folder.text(of: "payloads/index.json"))["assets"].elements
    let photographs = assets.filter { $0["platforms"] != ["ios"] }.compactMap { $0["path"].string }
      .filter { $0.hasSuffix(".jpg") }
    #expect(photographs.count == 6)
    func shot(_ name: String) -> String { workspace.folder.absolute("shots-" + name + ".png") }
    // As Chrome shows each on Windows, when its message is in view.
    let steps = photographs.flatMap { name -> [UsedPage.Step] in
      let picture = ".p" + name.split(separator: ".").dropLast().suffix(1).joined()
      return [.picture("article:has(\(picture))", to: shot(name)), .picture(".client.web \(picture)", to: shot(name))]
    }
    _ = try await UsedPage(sheet, downloads: workspace.folder.path).use(steps: steps)
    for name in photographs {
      let likeness = try await Screenshot(shot(name)).likeness(toMiddleOf: workspace.folder.absolute("public/" + name))
      #expect(likeness > 0.95, "\(name)")
    }
  }

  /// A square with a green middle of half its height: where a client crops to 2:1, the green is all there is. Android's frame is higher.
  @Test func cropsAreThoseOfTheClients() async throws {
    let workspace = try Workspace(pipeline: Workspace.pipelineOfOneStill)
    try await workspace.folder.make([
      ["vips", "black", "black.v", "800", "800", "--bands", "3"],
      ["vips", "linear", "black.v", "all.v", "1", "255 0 255", "--uchar"],
      ["vips", "black", "small.v", "800", "400", "--bands", "3"],
      ["vips", "linear", "small.v", "middle.v", "1", "0 255 0", "--uchar"],
      ["vips", "insert", "all.v", "middle.v", "campaign/banded.png", "0", "200"],
    ])
    try workspace.addLogos("logo.png")
    try await workspace.richpush("run", "campaign", "--contact-sheet", "sheet.html").ended(0)
    let page = workspace.folder.absolute("page.png")
    _ = try await UsedPage(workspace.folder.absolute("sheet.html"), downloads: workspace.folder.path).use(
      height: 3200, .picture("article .client.web .shot", to: page), .picture("body", to: page))
    let screenshot = try await Screenshot(page)
    let (green, purple) = (Screenshot.Pixel(0, 255, 0), Screenshot.Pixel(255, 0, 255))
    let areas = screenshot.areas(of: green, minimumWidth: 100)
    #expect(areas.allSatisfy { abs(Double($0.width) / Double($0.height) - 2) < 0.1 }, "\(areas)")
    // Android, iOS, Chrome on Windows, which shows nothing of what lies above, and on Android; and twice the original, where it is hatched.
    let above = areas.map { screenshot.pixel($0.left + $0.width / 2, $0.top - 4) }
    #expect(above.count == 6)
    #expect(above.filter { $0 == purple }.count == 3)
    let thirds = areas.filter { $0.width > 200 }.map { $0.left * 3 / 1280 }
    #expect(thirds.sorted() == [0, 0, 1, 2, 2, 2])
  }

  /// The original is next to the page, the rendition in it; at 1:1 each pixel of the rendition is one of the screen. Of a photograph of 4:3
  /// the rendition has a part, which lies where it was cut.
  @Test(arguments: ["logo.png", "tall.jpg"]) func aRenditionIsComparedWithItsOriginal(name: String) async throws {
    let workspace = try Workspace(messages: "  - {id: a, media: \(name), title: A}")
    try workspace.folder.copy(name == "tall.jpg" ? Picture.photoPath : Picture.logoPath, to: "campaign/" + name)
    try await workspace.richpush("run", "campaign", "--contact-sheet", "sheet.html").ended(0)
    let page = UsedPage(workspace.folder.absolute("sheet.html"), downloads: workspace.folder.path)
    let found = try await page.use(
      .click("#messages a[href='#file-1']"), .click("#file-1 .whole button"),
      .ask("new Promise(done => setTimeout(() => done(document.querySelector('.stage img').naturalWidth > 0), 500))"),
      .ask("document.querySelector('.stage .front').style.clipPath"),
      .ask(
        "(() => { const range = document.querySelector('.compare input'); range.value = 100; "
          + "range.dispatchEvent(new Event('input')); return document.querySelector('.stage .front').style.clipPath })()"
      ),
      .click(".compare button"),
      .ask(
        "Math.abs(document.querySelector('.stage .own').getBoundingClientRect().width "
          + "- document.querySelector('.file').dataset.w) < 0.1"),
      .ask(
        "(() => { const [image, part] = ['img', '.own'].map(name => document.querySelector('.stage ' + name)"
          + ".getBoundingClientRect()); const [left, top, right, bottom] = "
          + "JSON.parse(document.querySelector('.file').dataset.original).area; return [Math.abs(part.top - image.top - top * "
          + "image.height) < 1, Math.abs(part.bottom - image.top - bottom * image.height) < 1, bottom - top < 0.9] })()"
      ))
    #expect(
      found == [
        true, "inset(0px 0px 0px 50%)", "inset(0px 0px 0px 100%)", true, [true, true, .bool(name == "tall.jpg")],
      ])
  }

  @Test func aMoviePlaysOnThePage() async throws {
    let workspace = try Workspace(messages: "  - {id: a, media: clip.mp4, title: A}")
    try await Clip.make(workspace.folder.absolute("campaign/clip.mp4"))
    try await workspace.richpush("run", "campaign", "--contact-sheet", "sheet.html").ended(0)
    let page = UsedPage(workspace.folder.absolute("sheet.html"), downloads: workspace.folder.path)
    let found = try await page.use(
      .ask(
        "(async () => { const movie = document.querySelector('.ios video'); movie.muted = true; await movie.play(); "
          + "return movie.videoWidth > 0 })()"))
    #expect(found == [true])
  }

  @Test func theAppHasItsNameAndIcon() async throws {
    let app = "app: {name: Morgen, icon: campaign/logo.png}\n"
    let workspace = try Workspace(pipeline: Workspace.pipeline + app, logos: "logo.png")
    try await workspace.richpush("run", "campaign", "--contact-sheet", "sheet.html").ended(0)
    let page = try workspace.folder.text(of: "sheet.html")
    #expect(page.contains(".icon{background-image:url(data:image/png;base64,"))
    let used = UsedPage(workspace.folder.absolute("sheet.html"), downloads: workspace.folder.path)
    #expect(
      try await used.use(.ask("[...document.querySelectorAll('.android .app')].map(name => name.textContent)"))
        == [["Morgen", "Morgen"]])
    try workspace.folder.write(Workspace.pipeline + app.replacing("logo.png", with: "none.png"), to: "pipeline.yml")
    let output = try await workspace.richpush("run", "campaign", "--contact-sheet", "sheet.html")
    #expect(output.status == 1 && output.stdout.contains("app.icon"), "\(output)")
    #expect(try workspace.folder.text(of: "sheet.html").contains("data-app=\"Morgen\""))
  }

  @Test func itIsWrittenWhenMessagesAreRefused() async throws {
    let workspace = try Workspace(
      messages: """
          - {id: good, image: logo.png, title: Good}
          - {id: broken, image: cut-short.jpg, title: Broken picture}
        """, logos: "logo.png", "spare.png")
    try workspace.folder.copy(packageRoot + "/samples/broken/cut-short.jpg", to: "campaign/cut-short.jpg")
    try await workspace.richpush("run", "campaign", "--contact-sheet", "sheet.html").ended(1)
    let page = try workspace.folder.text(of: "sheet.html")
    for words in ["What does not go out", "Broken picture", "image.truncated", "Published.", "spare.png"] {
      #expect(page.contains(words), "\(words)")
    }
  }

  @Test func aRunThatEndsEarlyLeavesTheFormerPage() async throws {
    let workspace = try Workspace(messages: "  - {id: a, titel: A}")
    try workspace.folder.write("former", to: "sheet.html")
    try await workspace.richpush("run", "campaign", "--contact-sheet", "sheet.html").ended(2)
    #expect(try workspace.folder.text(of: "sheet.html") == "former")
  }

  /// Without publishing or deploying anything, and without credentials.
  @Test(arguments: [
    "{to: directory, path: public, base-url: \"https://shop-of-mine.net/p/\", deploy: [touch, deployed]}",
    "{to: s3, bucket: push-assets, region: us-east-1, base-url: \"https://shop-of-mine.net/p/\"}",
    "{to: gcs, bucket: push-assets, base-url: \"https://shop-of-mine.net/p/\"}",
    "{to: azure, account: shop, container: push-assets, base-url: \"https://shop-of-mine.net/p/\"}",
  ])
  func aPlanMayHaveAPage(destination: String) async throws {
    let workspace = try Workspace(
      pipeline:
        "publish: [\(destination)]\ncontact-sheet: run.html\nmessages: from-pictures\ndefaults: {title: T, target: {topic: t}}\n",
      messages: "  - {id: a, media: logo.png}", logos: "logo.png")
    let output = try await workspace.richpush("plan", "campaign", "--contact-sheet", "sheet.html").ended(0)
    #expect(output.stdout.contains("\nnothing was written but sheet.html\n"), "\(output.stdout)")
    let page = try workspace.folder.text(of: "sheet.html")
    #expect(page.contains("data:image/png;base64,") && page.contains("logo.\(Picture.logoDigest).png"))
    #expect(try workspace.folder.names().filter { !$0.hasPrefix(".") } == ["campaign", "pipeline.yml", "sheet.html"])
    let plain = try await workspace.richpush("plan", "campaign")
    #expect(plain.stdout.contains("\nnothing was written\n") && !workspace.folder.exists("run.html"))
  }

  /// The next one is to be there soon.
  @Test func aPlanWithAPageKeepsWhatItRenders() async throws {
    let workspace = try Workspace(pipeline: Workspace.pipelineOfFastStills)
    try workspace.folder.copy(Picture.photoPath, to: "campaign/photo.jpg")
    func plan(_ arguments: String...) async throws -> [JSON] {
      let output = try await workspace.richpush(["plan", "campaign", "--format", "json"] + arguments)
      return try JSON(output.stdout)["assets"].elements.flatMap { $0["renditions"].elements.map { $0["fromCache"] } }
    }
    #expect(try await plan().contains(true) == false && !workspace.folder.exists(".richpush-cache"))
    #expect(try await plan("--contact-sheet", "sheet.html").contains(true) == false)
    #expect(try await plan().contains(false) == false)
  }

  /// Before anything is done, and named by its source.
  @Test(arguments: ["report", "contact-sheet"])
  func aFolderThatIsMissingIsSaid(setting: String) async throws {
    let workspace = try Workspace(pipeline: Workspace.pipeline + "\(setting): sheets/sheet.html\n", logos: "logo.png")
    let output = try await workspace.richpush("run", "campaign").ended(2)
    #expect(output.stderr.hasPrefix("error pipeline.yml (\(setting))  configuration.value\n"), "\(output.stderr)")
    let variable = "RICHPUSH_" + setting.uppercased().replacing("-", with: "_")
    let other = try await workspace.richpush("run", "campaign", environment: [variable: "none/sheet.html"])
    #expect(other.stderr.hasPrefix("error \(variable)  configuration.value\n"), "\(other.stderr)")
    let flag = try await workspace.richpush("run", "campaign", "--" + setting, "none/sheet.html")
    #expect(
      flag.stderr == """
        error --\(setting)  configuration.value
          `none/sheet.html` cannot be written: there is no folder `none`
          remedy: make the folder, or name another file

        """)
    #expect(try workspace.folder.names() == ["campaign", "pipeline.yml"])
  }

  /// The folder goes while the run is at work.
  @Test func aPageThatCannotBeWrittenAtTheEndIsAFailure() async throws {
    let workspace = try Workspace(logos: "logo.png")
    // It takes a while, on a busy machine too, until its end comes.
    for number in 0..<6 { try workspace.folder.copy(Picture.photoPath, to: "campaign/photo-\(number).jpg") }
    try workspace.folder.createFolder("sheets")
    try await workspace.richpush(
      "run", "campaign", "--no-cache", "--contact-sheet", "sheets/sheet.html", "--report", "report.json",
      "--progress", "plain", onErrorLine: { _, _ in try? workspace.folder.remove("sheets") }
    ).ended(3)
    let report = try JSON(workspace.folder.text(of: "report.json"))
    #expect(report.errors == ["machine.write-failed sheets/sheet.html"])
    // The requests are good, and there.
    #expect(try workspace.folder.names(in: "payloads").contains("logo.json"))
  }

  /// Files for a bucket are not on this machine afterwards.
  @Test func whatGoesToABucketIsOnThePage() async throws {
    let bucket = try await BucketWorkspace(logos: "logo.png")
    try await bucket.richpush("run", "campaign", "--contact-sheet", "sheet.html").ended(0)
    let logo = Data(try bucket.folder.bytes(of: "campaign/logo.png")).base64EncodedString()
    #expect(try bucket.folder.text(of: "sheet.html").contains(logo))
    #expect(try bucket.folder.files().filter { $0.hasSuffix(".png") } == ["campaign/logo.png"])
  }
}
