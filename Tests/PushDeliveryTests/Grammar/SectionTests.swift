import Findings
import PushDelivery
import Testing

/// One section gives its reader, its schema and its starting text.
@Suite struct SectionTests {
  struct Shop: Hashable {
    var name = ""
    var floors = 1
    var motto: String?
  }

  private static let page = HandbookPage(
    text: """
      ## shop.name

      text · required

      What it is called.

      ## shop.floors

      1 to 2_000 · default 1

      How many floors it has.

      ## shop.motto

      words

      What stands above the door. It is painted by hand, in letters that can be read from the other side of the street.

      More of it.
      """)

  private static let section = Section(Shop(), at: HandbookPlace(page, ["shop"])) {
    Key("name", \.name, .text).required.example(.written("Morgen"))
    Key("floors", \.floors, .integer(1...2_000))
    Key("motto", \.motto, .text).example(.commentedOut("Come in"))
  }.after { mapping, shop, reader in
    if shop.name == shop.motto { reader.report(.configurationConflict, mapping.subject, "twice", remedy: "once") }
  }

  private func read(_ text: String) -> Checked<Shop> {
    YAMLReader.read(text, file: "shop.yml") { reader, root in Self.section.read(root, &reader) }
  }

  @Test func readsWhatIsWrittenOverWhatHoldsWithoutIt() {
    #expect(read("{name: Morgen, motto: Come in}") == Checked(Shop(name: "Morgen", floors: 1, motto: "Come in")))
  }

  @Test func saysAllThatIsWrongAtOnce() {
    #expect(
      read("{flors: 2, floors: 3_000, motto: []}").summaries == [
        "1:1 name configuration.missing-key", "1:2 flors configuration.unknown-key",
        "1:20 floors configuration.range", "1:34 motto configuration.type",
      ])
    #expect(read("{name: a, motto: a}").summaries == ["1:1 - configuration.conflict"])
    #expect(read("[]").summaries == ["1:1 - configuration.type"])
  }

  @Test func theSchemaHasTheSameKeys() {
    let schema = Self.section.schema
    #expect(schema["properties"]?.members?.keys.sorted() == ["floors", "motto", "name"])
    #expect(schema["required"] == ["name"])
    #expect(schema["properties"]?["floors"]?["description"] == "How many floors it has.")
  }

  @Test func theTextToStartFromHasCommentsAndStandards() {
    #expect(
      SectionTemplate.lines(Self.section.outline) == [
        "# What it is called. (text; required)", "name: Morgen", "# How many floors it has. (1 to 2_000)", "floors: 1",
        "# What stands above the door. It is painted by hand, in letters that can be read from the other side",
        "# of the street. (words; no default)", "# motto: Come in",
      ])
    #expect(
      SectionTemplate.element(Self.section.outline).prefix(4) == [
        "# What it is called. (text; required)", "- name: Morgen", "  # How many floors it has. (1 to 2_000)",
        "  floors: 1",
      ])
  }
}
