import Findings
import Testing

@Suite struct NearestNameTests {
  @Test(arguments: [
    ("max-byte", "max-bytes"), ("maxwidth", "max-width"), ("MAX-WIDTH", "max-width"), ("hieght", "height"),
    ("", "a"), ("zzz", "a"), ("heigth", "height"), ("b", "a"),
  ])
  func findsTheNearest(_ name: String, _ expected: String) {
    #expect(NearestName.find(name, among: ["a", "max-bytes", "max-width", "height"]) == expected)
  }

  @Test func nothingIsNearNothing() { #expect(NearestName.find("a", among: []) == nil) }

  @Test(arguments: [
    ("chekc", "check"), ("rn", "run"), ("PLNA", "plan"), ("mutable", "mutable-content"), ("com", nil),
    ("compos", "compose"), ("validate", nil), ("lint", nil), ("foo", nil), ("", nil), ("plan", "plan"),
  ])
  func whatIsFarIsNotMeant(_ name: String, _ expected: String?) {
    let names = ["run", "plan", "plans", "check", "init", "compose", "completion", "mutable-content"]
    #expect(NearestName.near(name, among: names) == expected)
  }

  @Test(arguments: [
    ("rose.jpg", "rose-new.jpg"), ("Rose.JPG", "rose-new.jpg"), ("tulip.jpeg", "tulips/tulip.jpg"),
    ("rose1.jpg", nil), ("lily3.png", nil), ("lilly1.png", "lily1.png"),
  ])
  func aFileWithAnotherNumberIsAnotherPicture(_ name: String, _ expected: String?) {
    let files = ["lily1.png", "rose-new.jpg", "rose2.jpg", "rosemary.jpg", "tulips/tulip.jpg"]
    #expect(NearestName.file(name, among: files) == expected)
  }

  @Test func longNamesCostNoTime() {
    let long = String(repeating: "x", count: 1_000_000)
    #expect(NearestName.find(long, among: ["a", long]) == long)
    #expect(NearestName.near(long, among: ["a", long]) == long)
  }
}
