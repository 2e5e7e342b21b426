import Findings
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

@Suite struct ContactSheetPageTests {
  @Test func onlyWhatThePageBringsIsAllowed() {
    let page = ContactSheetExample.page(of: ContactSheetContents(title: "Spring"))
    #expect(
      page.hasPrefix(
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; \
        img-src data: &#39;self&#39; file:; media-src &#39;self&#39; file:; style-src &#39;sha256-digest&#39;; \
        script-src &#39;sha256-other&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;">

        """))
  }

  /// Android's frame is between 2:1 and 291 by 210, whatever the text leaves, in Chrome as well. In one of 3:2 a picture of that shape shows
  /// whole.
  @Test(arguments: [
    (1200, 600, "shows 69 to 100 % of it, as its text leaves room"),
    (1200, 800, "shows 75 to 100 % of it, as its text leaves room"),
    (1200, 900, "shows 67 to 96 % of it, from the middle"),
  ])
  func aCaptionSaysHowMuchIsShown(width: Int, height: Int, words: String) throws {
    let picture = try ContactSheetExample.picture("hero", width: width, height: height)
    let page = ContactSheetExample.page(
      of: .init(title: "t", messages: [.init(id: "a", title: "A", pictures: [.android: picture, .web: picture])]))
    let captions = page.matches(of: /&quot;caption&quot;:&quot;(.*?)&quot;/).map { String($0.1) }
    #expect(captions == [words, "shows text only", words])
  }

  private func shown(_ picture: RenditionOutcome, _ original: ContactSheetContents.Original?) throws -> JSON {
    let sheet = ContactSheetContents(
      title: "t", messages: [.init(id: "a", title: "A", pictures: [.android: picture, .ios: picture])],
      originals: original.map { [picture.url: $0] } ?? [:])
    let structure = try PageStructure(ContactSheetExample.page(of: sheet))
    return try JSON(try #require(structure.tags("article").first?.attributes["data-shown"]))
  }

  /// Our crop and then the client's; bars are not of the original.
  @Test func whatAClientDoesNotShowOfTheOriginalIsKnown() throws {
    let picture = try ContactSheetExample.picture("hero", width: 1000, height: 500)
    let cut = PictureArea(left: 0, top: 0.2, right: 1, bottom: 0.9)
    let unknown = try shown(picture, nil)
    #expect(unknown["ios"]["cut"] == .null && unknown["android"]["cut"]["ever"] == [0, 0, 1, 1])
    let shown = try shown(picture, .init(path: "a.gif", area: cut, motion: .animation, address: "./a.gif"))
    let original: JSON = ["area": .array([0, 0.2, 1, 0.9].map(JSON.number)), "moves": true, "src": "./a.gif"]
    #expect(
      shown["android"]["cut"] == [
        "always": .array([0.15357, 0.2, 0.84643, 0.9].map(JSON.number)), "ever": original["area"], "original": original,
      ])
    #expect(shown["ios"]["cut"] == ["always": original["area"], "ever": original["area"], "original": original])
    #expect(shown["ios"]["caption"] == "shows 70 % of it, as it was cut")
    let padded = PictureArea(left: -0.5, top: 0, right: 1.5, bottom: 1)
    let whole = try self.shown(picture, .init(path: "a", area: padded))["android"]
    #expect(whole["caption"] == "shows all of it" && whole["cut"] == .null)
  }

  /// A page outlives its proof: the script compares the clock.
  @Test func aProofIsThereWithItsEnd() throws {
    let head = ContactSheetContents.Head(proof: "proven", provenAt: "2026-11-25T19:24:05Z", proofLife: 3600)
    let structure = try PageStructure(ContactSheetExample.page(of: .init(title: "t", head: head)))
    let body = try #require(structure.tags("body").first).attributes
    #expect(
      body == [
        "data-campaign": "t", "data-proven": "2026-11-25T19:24:05Z", "data-proof-lasts": "3600",
        "data-expired": "not proven since 2026-11-25, 19:24 UTC: each URL delivered what was published then; "
          + "run `richpush verify`",
      ])
  }

  /// Each by itself, since names of scripts that run from right to left would change places with the others.
  @Test func placesOfFindingsDoNotMix() throws {
    let findings = ["وردة.jpg", "b.jpg"].map { Diagnostic("image.cut", .warning, .init(.file, $0), "cut", remedy: "") }
    let page = ContactSheetExample.page(
      of: .init(title: "t", messages: [.init(id: "a", title: "A", findings: findings)]))
    #expect(page.contains("<bdi>وردة.jpg</bdi>, <bdi>b.jpg</bdi>: Cut."), "\(page)")
  }

  @Test func theBytesOfEachFileStandInThePageOnce() throws {
    let sheet = try ContactSheetExample.everything()
    let page = ContactSheetExample.page(of: sheet)
    let addresses = page.matches(of: /data:([a-z]+\/[a-z0-9]+);base64,/).map { String($0.1) }
    // The picture that no message shows is not among them, nor is the movie.
    #expect(addresses.sorted() == ["image/gif", "image/jpeg", "image/jpeg"])
    let structure = try PageStructure(page)
    #expect(structure.tags("video") == [])
    // The script shows it for both messages; among the files it has two links.
    #expect(structure.tags("a").filter { $0.attributes["href"] == "https://media.example/film.mp4" }.count == 2)
    let shown = structure.tags("article").compactMap { $0.attributes["data-shown"] }
    #expect(shown.filter { $0.contains("\"kind\":\"movie\"") }.count == 2)
    #expect(shown.filter { $0.contains("\"url\":\"https://media.example/film.mp4\"") }.count == 2)
  }

  /// A missing class or a dead link would not be noticed.
  @Test func classesAndLinksLeadSomewhere() throws {
    let structure = try PageStructure(ContactSheetExample.page(of: ContactSheetExample.everything()))
    let given = Set(structure.style.matches(of: /\.(p[0-9a-f]{12})\{/).map { String($0.1) })
    let classes = structure.tags.flatMap { $0.attributes["class"]?.split(separator: " ").map(String.init) ?? [] }
    #expect(Set(classes.filter { $0.wholeMatch(of: /p[0-9a-f]{12}/) != nil }) == given)
    #expect(given.count == 3)
    let anchors = structure.tags.compactMap { $0.attributes["id"] }
    #expect(Set(anchors).count == anchors.count)
    let links = structure.tags("a").compactMap { $0.attributes["href"] }.filter { $0.hasPrefix("#") }
    #expect(Set(links.map { String($0.dropFirst()) }).subtracting(anchors) == [])
    // From findings to messages and back, and from the audience to the messages.
    #expect(links.count == 5)
  }

  @Test func whatIsShownCanBeHeard() throws {
    let structure = try PageStructure(ContactSheetExample.page(of: ContactSheetExample.everything()))
    let pictures = structure.tags.filter { $0.has("shot") && !$0.has("absent") && $0.name != "span" }
    #expect(pictures.count == 6)
    #expect(pictures.filter { $0.attributes["aria-label"]?.isEmpty != false } == [])
    #expect(pictures.filter { $0.name != "video" && $0.attributes["role"] != "img" } == [])
  }

  @Test func tokensOfDevicesAreNotShown() throws {
    let sheet = ContactSheetContents(
      title: "t",
      messages: [
        .init(id: "a", title: "A", target: .token("abcdefgh:SECRET")),
        .init(id: "b", title: "B", target: .fid("abcdSECRET")),
      ])
    let page = ContactSheetExample.page(of: sheet)
    #expect(!page.contains("SECRET"))
    #expect(page.contains("one device, token abcdefgh…"))
  }

  @Test func onlyAddressesOfTheWebBecomeLinks() throws {
    let links = [
      "javascript:alert(1)", "data:text/html,x", "//example.com", " https://example.com", "https://example.com",
    ]
    let sheet = ContactSheetContents(
      title: "t", messages: links.map { .init(id: "a", status: .refused, title: "A", link: $0) })
    let structure = try PageStructure(ContactSheetExample.page(of: sheet))
    #expect(
      structure.tags("a").compactMap { $0.attributes["href"] }.filter { !$0.hasPrefix("#") } == ["https://example.com"])
    #expect(structure.tags("a").compactMap { $0.attributes["rel"] } == ["noreferrer noopener"])
    #expect(structure.texts.contains("javascript:alert(1)"))
  }

  /// Texts cannot change the page: tags and attributes stay the same, except those whose values are texts.
  @Test(arguments: 0..<40) func noWordsChangeTheStructure(seed: UInt64) throws {
    let plain = try PageStructure(ContactSheetExample.page(of: ContactSheetExample.everything()))
    var generator = SeededGenerator(seed: seed)
    let hostile = try PageStructure(
      ContactSheetExample.page(of: ContactSheetExample.everything { $0 + HostileText.random(using: &generator) }))
    #expect(hostile.tags.map(\.name) == plain.tags.map(\.name))
    #expect(hostile.style == plain.style && hostile.script == plain.script)
    #expect(hostile.texts.count == plain.texts.count)
    #expect(hostile.tags.map(\.attributes.keys) == plain.tags.map(\.attributes.keys))
    let changed = zip(hostile.tags, plain.tags).filter { $0 != $1 }.flatMap { hostile, plain in
      hostile.attributes.keys.filter { hostile.attributes[$0] != plain.attributes[$0] }
    }
    let texts = ["href", "data-campaign", "data-filter", "data-original", "data-shown", "data-target"]
    #expect(Set(changed).subtracting(texts) == [])
  }

  @Test func whatNoLongerFitsIsLeftOutAndWhatIsSmallerIsNot() throws {
    let pictures = try [("a", 400), ("b", 700), ("c", 600), ("d", 1)].map { name, bytes in
      try ContactSheetExample.picture(name, bytes: bytes)
    }
    let messages = pictures.map { ContactSheetContents.ShownMessage(id: $0.path, pictures: [.ios: $0]) }
    var names: [String] = []
    _ = EmbeddedMedia(of: ContactSheetContents(title: "t", messages: messages), totalLimit: 1000) { rendition in
      names.append(rendition.path)
      return [1]
    }
    #expect(names == ["a.jpg", "c.jpg"])
  }

  @Test func nothingRunsButTheProgramsOwnScript() throws {
    let structure = try PageStructure(ContactSheetExample.page(of: ContactSheetExample.everything()))
    #expect(structure.tags("script").map(\.attributes) == [[:]] && structure.script == ContactSheetPage.script)
    #expect(structure.tags.flatMap(\.attributes.keys).filter { $0.hasPrefix("on") || $0 == "style" } == [])
    // The script takes no text for markup, and sends no request.
    for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "fetch(", "XMLHttp", "://"]
    { #expect(!structure.script.contains(word), "\(word)") }
    #expect(structure.style.utf8.count + structure.script.utf8.count < 60_000)
  }

  /// A finding of ten messages stands there once, with its messages; more of one rule are folded away.
  @Test func eachFindingIsThereOnce() throws {
    func narrow(_ words: String) -> Diagnostic {
      Diagnostic("image.narrow", .warning, .init(.message, "m"), words, remedy: "widen it")
    }
    let error = Diagnostic("message.link", .error, .init(.message, "m"), "no link", remedy: "fix it")
    var messages = (1...10).map { ContactSheetContents.ShownMessage(id: "m\($0)", findings: [narrow("it is narrow")]) }
    for number in 0..<4 { messages[number].findings.append(narrow("number \(number) is narrow")) }
    messages[9].findings.append(error)
    messages[9].isChanged = true
    let structure = try PageStructure(
      ContactSheetExample.page(of: ContactSheetContents(title: "t", messages: messages)))
    #expect(structure.texts.filter { $0 == "It is narrow." || $0.hasSuffix(" It is narrow.") }.count == 1)
    let items = structure.tags("li").filter { $0.attributes["id"]?.hasPrefix("look-") == true }
    #expect(items.map { $0.attributes["class"] } == ["error"] + [String](repeating: "warning", count: 5) + ["note"])
    #expect(structure.texts.contains("all 10") && structure.texts.contains("2 more of image.narrow"))
    let rules = structure.tags("article").map { $0.attributes["data-rules"] }
    #expect(rules == [String](repeating: "image.narrow", count: 9) + ["changed image.narrow message.link"])
  }
}
