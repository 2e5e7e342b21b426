import Findings
import PushDelivery
import TestSupport
import Testing

/// Who writes a table gets remedies with columns.
@Suite struct TableRemediesTests {
  private func remedy(_ text: String, at subject: Diagnostic.Subject = .init(.file, "a.jpg")) -> String? {
    [Diagnostic(.imageCut, subject, "expected text without quotes", remedy: text)].inWordsOfTables.first?.remedy
  }

  @Test(arguments: [
    ("crop it: `media: {android: …}`", "crop it: a column `media.android`"),
    (
      "as in `title: {en: …, de: …}`, or `locales.list`",
      "as in the columns `title.en` and `title.de`, or `locales.list` in campaign.yml"
    ),
    ("add `target: {topic: …}` (or token)", "add a column `topic` (or token)"),
    ("as in `topic: news-{{locale}}`, or", "as in `news-{{locale}}` in the column `topic`, or"),
    ("write `target: default`", "write `default` in the column `target`"),
    ("name it: `locales: {fallback: …}`", "name it: `locales: {fallback: …}` in campaign.yml"),
    ("or under `values`", "or under `values` in campaign.yml"),
    ("delete `focal-point`", "delete `focal-point.x` and `focal-point.y`"),
    ("delete the key, or write `ttl` instead", "empty the cell, or write `ttl` instead"),
    ("write `fit: cover` and `https://host/path`", "write `fit: cover` and `https://host/path`"),
    ("write `{{{{` for two braces", "write `{{{{` for two braces"),
    ("an odd ` stays: `title: {en: …}`", "an odd ` stays: `title: {en: …}`"),
    ("", ""),
  ])
  func namesColumns(_ text: String, _ expected: String) {
    #expect(remedy(text) == expected)
    // Findings pass more than once.
    #expect(remedy(expected) == expected)
  }

  @Test func otherFilesOfKeysKeepTheirs() {
    let text = "write `media: {android: …}`"
    #expect(remedy(text, at: .init(.configuration, "campaign.yml", line: 1)) == text)
    #expect(remedy(text, at: .init(.configuration, "messages.csv", line: 2)) == "write a column `media.android`")
  }

  /// Remedies of the handbook that say how a message is written.
  @Test func theHandbookIsTranslated() {
    let found = [Incident.imageCut, .imagePadded, .posterMoves].map { Diagnostic($0, .init(.file, "a"), "x") }
    #expect(
      found.inWordsOfTables.map(\.remedy)
        == [
          "give the message `focal-point.x` and `focal-point.y`, or a picture of its own for the platform: a column `media.android`.",
          "give the message `focal-point.x` and `focal-point.y` to have it cut, or a picture of the shape that clients show.",
          "give a JPEG or PNG, or a column `poster.at` to take a frame of the video itself.",
        ].map { String($0.dropLast()) })
  }

  /// Whatever a cell has wrong, the remedy has no YAML in it.
  @Test(arguments: [
    (
      "id,title.de,title.en,body.de\na,T,S,B\n",
      "fill in a column `body.en`, or name a language that is written everywhere: `locales: {fallback: …}` in campaign.yml"
    ),
    (
      "id,title,topic\na,T,t-{{locale}}\n",
      "write the message in several languages, as in the columns `title.en` and `title.de`, or list them under `locales.list` in campaign.yml"
    ),
    (
      "id,title.de,title.en,topic\na,T,S,t\n",
      "write `{{locale}}` into the target, as in `news-{{locale}}` in the column `topic`, or give it one for each language"
    ),
    ("id,title,target\na,T,news\n", "write a target, as in a column `topic`"),
    ("id,title,topic,badge\na,T,t,\"1,0\"\n", "write a whole number in decimal digits, as in `300_000`"),
    ("id,title,topic,poster\na,T,t,2.5\n", "write a column `poster.at` for that moment"),
    ("id,title,topic,media,poster.at\na,T,t,a.mp4,\"2,5\"\n", "write a decimal number, as in `0.5`"),
    (
      "id,title,target\na,T,default\n",
      "add a column `topic` (or token, fid, condition), or `defaults.target` to pipeline.yml"
    ),
    ("id,title,topic,expires,platforms\na,T,t,2027-01-31T18:00:00Z,web\n", "empty the cell, or write `ttl` instead"),
  ])
  func cellsHaveRemediesOfTables(_ table: String, _ remedy: String) {
    let found = Campaign.read("", table: Array(table.utf8)).diagnostics
    #expect(found.map(\.remedy).contains(remedy), "\(found.map(\.remedy))")
  }
}
