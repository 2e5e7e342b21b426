import ContactSheet
import Findings
import PushDelivery
import TestSupport
import Testing

@Suite struct ContactSheetPageTests {
  @Test func aSmallPageIsAsWritten() throws {
    let sheet = ContactSheetContents(
      title: "Spring",
      messages: [.init(id: "hello", title: "Hello", body: "World", target: .topic("all"), link: "https://example.com/")]
    )
    let page = ContactSheetExample.page(of: sheet)
    let main = try #require(page.firstMatch(of: /(?s)<main>.*<\/main>/)).output
    #expect(main == Self.smallMain[...])
    #expect(
      page.hasPrefix(
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; img-src data:; \
        style-src &#39;sha256-digest&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;">

        """))
  }

  private static let smallMain = """
    <main><section><h2>What goes out</h2>
    <article class="card message" id="message-1" aria-labelledby="message-1-title"><header>\
    <h3 id="message-1-title" dir="auto" lang="">Hello</h3>
    <p class="body" dir="auto" lang="">World</p>
    <dl class="facts"><div><dt>To</dt>
    <dd><bdi>topic all</bdi></dd>
    </div>
    <div><dt>Opens</dt>
    <dd><a href="https://example.com/" rel="noreferrer noopener">https://example.com/</a></dd>
    </div>
    <div><dt>Message</dt>
    <dd><bdi>hello</bdi></dd>
    </div>
    </dl>
    </header>
    <div class="clients">\(["android Android", "ios iOS", "web Chrome"].map(preview).joined())</div>
    </article>
    </section>
    </main>
    """

  private static func preview(client: String) -> String {
    let names = client.split(separator: " ")
    return """
      <figure class="client \(names[0])"><figcaption><strong>\(names[1])</strong> shows text alone</figcaption>
      <div class="screen"><div class="notification collapsed"><div class="words" aria-hidden="true">\
      <b dir="auto" lang="">Hello</b><span dir="auto" lang="">World</span></div>
      </div>
      </div>
      </figure>

      """
  }

  @Test func theBytesOfEachFileStandInThePageOnce() throws {
    let sheet = try ContactSheetExample.everything()
    let page = ContactSheetExample.page(of: sheet)
    let addresses = page.matches(of: /data:([a-z]+\/[a-z0-9]+);base64,/).map { String($0.1) }
    // The picture that no message shows is not among them, nor is the movie.
    #expect(addresses.sorted() == ["image/gif", "image/jpeg", "image/jpeg"])
    let structure = try PageStructure(page)
    #expect(structure.tags("video") == [])
    // Both messages that show the movie lead to it: as iOS shows it, and twice among their files.
    #expect(structure.tags("a").filter { $0.attributes["href"] == "https://media.example/film.mp4" }.count == 6)
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
    #expect(links.count == 5)
  }

  @Test func whatIsShownCanBeHeard() throws {
    let structure = try PageStructure(ContactSheetExample.page(of: ContactSheetExample.everything()))
    let pictures = structure.tags.filter { $0.has("shot") && !$0.has("absent") && $0.name != "span" }
    #expect(pictures.count == 21)
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
    #expect(structure.texts.contains("javascript:alert(1)"))
  }

  @Test func whatIsTooLargeForThePageHasALinkInstead() throws {
    let still = try ContactSheetExample.picture("still")
    let movie = try ContactSheetExample.motion("movie", bytes: 6_000_000)
    let sheet = ContactSheetContents(
      title: "t", messages: [.init(id: "a", title: "A", pictures: [.android: still, .web: still, .ios: movie])])
    let structure = try PageStructure(ContactSheetExample.page(of: sheet))
    #expect(structure.tags("video") == [])
    #expect(structure.texts.filter { $0.hasPrefix("A movie of 6 MB") }.count == 2)
    #expect(structure.tags("a").filter { $0.attributes["href"] == movie.url }.count == 3)
  }

  /// Texts cannot change the page: tags and attributes stay the same, except labels for screen readers.
  @Test(arguments: 0..<40)
  func noWordsChangeTheStructure(seed: UInt64) throws {
    let plain = try PageStructure(ContactSheetExample.page(of: ContactSheetExample.everything()))
    var generator = SeededGenerator(seed: seed)
    let hostile = try PageStructure(
      ContactSheetExample.page(
        of: ContactSheetExample.everything { $0 + HostileText.random(using: &generator) }))
    #expect(hostile.tags.map(\.name) == plain.tags.map(\.name))
    #expect(hostile.style == plain.style)
    #expect(hostile.texts.count == plain.texts.count)
    #expect(hostile.tags.map(\.attributes.keys) == plain.tags.map(\.attributes.keys))
    let changed = zip(hostile.tags, plain.tags).filter { $0 != $1 }.flatMap { hostile, plain in
      hostile.attributes.keys.filter { hostile.attributes[$0] != plain.attributes[$0] }
    }
    #expect(Set(changed).subtracting(["href"]) == [])
  }

  @Test func thereIsNothingThatRuns() throws {
    let structure = try PageStructure(ContactSheetExample.page(of: ContactSheetExample.everything()))
    #expect(structure.tags("script") == [])
    #expect(structure.tags.flatMap(\.attributes.keys).filter { $0.hasPrefix("on") || $0 == "style" } == [])
  }
}
