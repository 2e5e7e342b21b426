import Findings
import PushDelivery
import TestSupport
import Testing

@Suite struct CampaignDerivingTests {
  let defaults = MessageDefaults(title: "New", target: .topic("all"))

  @Test func oneMessageForEachPicture() {
    let checked = Campaign.derived(from: ["b/Été.png", "a.jpg"], defaults: defaults)
    let expected = Campaign(messages: [
      CampaignMessage(id: "a", media: "a.jpg", target: .topic("all"), origin: .init(.file, "a.jpg")),
      CampaignMessage(id: "b-ete", media: "b/Été.png", target: .topic("all"), origin: .init(.file, "b/Été.png")),
    ])
    #expect(checked == Checked(expected))
  }

  @Test func identifiersAreUniqueInAnyOrder() {
    let paths = ["a.jpg", "a.png", "A.jpg", "a-2.gif", "🎉.jpg", "🎈.jpg", "index.jpg", "image.jpg"]
    let campaign = Campaign.derived(from: paths, defaults: defaults).value
    #expect(
      campaign?.messages.map { "\($0.id) \($0.media.common ?? "")" } == [
        "a A.jpg", "a-2 a-2.gif", "a-3 a.jpg", "a-4 a.png", "image image.jpg", "index-2 index.jpg", "image-2 🎈.jpg",
        "image-3 🎉.jpg",
      ])
    #expect(campaign == Campaign.derived(from: paths.reversed(), defaults: defaults).value)
  }

  @Test func needsSomethingToShowAndATarget() {
    let checked = Campaign.derived(from: ["a.jpg"], defaults: .init(), file: "c.yml")
    #expect(checked.value == nil)
    #expect(
      checked.diagnostics == [
        Diagnostic(
          "configuration.missing-key", .error, .init(.configuration, "c.yml", keyPath: "defaults.title"),
          "without campaign.yml the messages come from `defaults`, and no message says what to show",
          remedy: "add a title or a body under `defaults`, or write a campaign.yml"),
        Diagnostic(
          "configuration.missing-key", .error, .init(.configuration, "c.yml", keyPath: "defaults.target"),
          "without campaign.yml the messages come from `defaults`, and no message says whom it goes to",
          remedy: "add a target under `defaults`, or write a campaign.yml"),
      ])
    let bodyAlone = MessageDefaults(body: "New", target: .fid("f"))
    #expect(Campaign.derived(from: [], defaults: bodyAlone) == Checked(Campaign(messages: [])))
  }
}
