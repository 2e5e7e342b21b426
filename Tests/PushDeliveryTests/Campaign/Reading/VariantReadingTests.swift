import Findings
import PushDelivery
import Testing

@Suite struct VariantReadingTests {
  @Test func aVariantLiesOverItsMessage() throws {
    let text = """
      messages:
        - id: a
          title: T
          body: B
          data: {page: /, price: "10"}
          android: {notification: {color: "#ffffff", tag: x}}
          values: {who: all}
          target: {topic: "test-{{variant}}"}
          variants:
            calm: {}
            loud:
              title: "T for {{who}}!"
              data: {price: "9"}
              android: {notification: {color: "#ff0000"}}
              values: {who: you}
              target: {fid: x}
      """
    let messages = try #require(Campaign.read(text).value?.messages)
    #expect(messages.map(\.id) == ["a.calm", "a.loud"])
    #expect(messages.map(\.variant) == ["calm", "loud"])
    #expect(messages.map(\.title) == ["T", "T for you!"])
    #expect(messages.map(\.body) == ["B", "B"])
    #expect(messages.map(\.target) == [.topic("test-calm"), .fid("x")])
    #expect(messages.map(\.options.data) == [["page": "/", "price": "10"], ["page": "/", "price": "9"]])
    #expect(
      messages.map(\.overrides.android) == [
        ["notification": ["color": "#ffffff", "tag": "x"]], ["notification": ["color": "#ff0000", "tag": "x"]],
      ])
  }

  @Test(arguments: [
    ("variants: {}", "variants configuration.type"), ("variants: [a]", "variants configuration.type"),
    ("variants: {a b: {}}", "variants.a b campaign.id"), ("variants: {a: text}", "variants.a configuration.type"),
    ("variants: {a: {id: b}}", "variants.a.id configuration.conflict"),
    ("variants: {a: {variants: {b: {}}}}", "variants.a.variants configuration.conflict"),
    ("variants: {a: {locale: en}}", "variants.a.locale configuration.conflict"),
    ("variants: {a: {titel: b}}", "variants.a.titel configuration.unknown-key"),
    ("variants: {a: {}}, variant: b", "variant configuration.conflict"), ("variant: a b", "variant campaign.id"),
    ("variants: {a: {}, b: {}}", "target campaign.shared-target"),
  ])
  func refuses(_ keys: String, _ problem: String) { #expect(readMessage(keys).problems == ["messages[0].\(problem)"]) }

  @Test func oneVariantMayBeNamedAlone() {
    #expect(readMessage("variant: b, title: \"{{variant}}\"").lines == ["a.b t b"])
  }

  @Test func problemsThatVariantsShareAreToldOnce() {
    let checked = readMessage("ttl: soon, variants: {a: {}, b: {}, c: {}}", target: "{topic: \"{{variant}}\"}")
    #expect(checked.problems == ["messages[0].ttl configuration.value"])
  }
}
