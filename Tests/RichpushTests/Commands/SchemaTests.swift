import Findings
import Foundation
import PushDelivery
import TestSupport
import Testing

/// The schemas that `richpush schema` prints and the readers of the files say the same of each key; which keys go together only the readers say.
@Suite(.timeLimit(.minutes(10))) struct SchemaTests {
  private func schema(_ name: String) async throws -> String {
    let output = try await RichpushBinary.run(["schema", name], workingDirectory: packageRoot).ended(0)
    return output.stdout
  }

  private func file(_ path: String) throws -> String {
    try String(contentsOf: URL(filePath: packageRoot + "/" + path), encoding: .utf8)
  }

  private func examples(_ language: String) throws -> [String] {
    try Markdown.documents().flatMap { $0.blocks(language) }
  }

  /// With the examples of documents, the samples and what `init` writes, which are right.
  @Test func campaignsGetTheVerdictOfTheReader() async throws {
    let right =
      try examples("yaml campaign.yml") + [
        CampaignFile.template, file("samples/campaign/campaign.yml"), file("samples/broken/campaign.yml"),
      ]
    let faults = try await SchemaVerdicts.faults(in: right + Self.campaigns, schema: try await schema("campaign"))
    #expect(faults.prefix(right.count).flatMap { $0 } == [])
    for (document, faults) in zip(Self.campaigns, faults.dropFirst(right.count)) {
      let read = Campaign.read(document, defaults: MessageDefaults(target: .topic("t")))
      #expect((read.value == nil) == !faults.isEmpty, "\(document): \(faults), \(read.diagnostics)")
    }
  }

  @Test func configurationsGetTheVerdictOfTheReader() async throws {
    let right = try examples("yaml pipeline.yml") + [PipelineFile.standard.template, file("pipeline.yml")]
    let faults = try await SchemaVerdicts.faults(in: right + Self.configurations, schema: try await schema("pipeline"))
    #expect(faults.prefix(right.count).flatMap { $0 } == [])
    for (document, faults) in zip(Self.configurations, faults.dropFirst(right.count)) {
      let read = PipelineFile.standard.read(document)
      #expect((read.value == nil) == !faults.isEmpty, "\(document): \(faults), \(read.diagnostics)")
    }
  }

  @Test func thereIsNoOtherSchema() async throws {
    try await RichpushBinary.run(["schema", "report"], workingDirectory: packageRoot).ended(2)
  }

  /// Right and wrong ones: what a message may say, one key after the other, and the top level.
  private static let campaigns =
    messages.map { "messages: [{id: a, \($0)}]" } + targets.map { "messages: [{id: a, target: \($0)}]" } + [
      "messages: []", "[]", "messages: {}", "messages: text", "message: []", "version: 2\nmessages: []",
      "messages: [{title: T}]", "messages: [{id: a b}]", "messages: [{id: 2024}]", "messages: [{id: index}]",
      "messages: [{id: .a}]", "messages: [text]", "messages: [{id: a, titel: T}]",
      "defaults: {title: T, ttl: 1h}\nmessages: []", "defaults: {id: a}\nmessages: []", "defaults: []\nmessages: []",
      "values: {name: x, a-b: {en: y, de: z}}\nmessages: []", "values: {a b: x}\nmessages: []",
      "values: {locale: x}\nmessages: []", "values: {a: []}\nmessages: []", "values: {a: ''}\nmessages: []",
      "locales: {fallback: en, list: [en, pt-BR]}\nmessages: []", "locales: {fallback: English}\nmessages: []",
      "locales: {list: []}\nmessages: []", "locales: {list: en}\nmessages: []", "locales: {fallbak: en}\nmessages: []",
    ]

  private static let targets = [
    "{topic: x}", "{token: x}", "{fid: 12}", "{condition: \"'a' in topics\"}", "[{topic: x}, {fid: y}]", "{}", "[]",
    "{topic: x, fid: y}", "{topik: x}", "x", "{topic: [x]}", "{topic: }", "[x]",
  ]

  private static let messages = [
    "title: T", "title: no", "title: 12", "title: ''", "title: ' '", "title: [T]", "title: {en: T}", "title: {en: }",
    "title: {EN: T}", "title: {}", "locale: pt-BR", "locale: pt_BR", "variant: b", "variant: 'b c'",
    "media: a.jpg", "media: 'a b/ü.jpg'", "media: /a.jpg", "media: ../a.jpg", "media: a/../b.jpg", "media: a/..",
    "media: ..a.jpg", "media: 'a\\b.jpg'", "media: https://e.com/a.jpg", "media: .", "media: {ios: a.mp4, web: b.jpg}",
    "media: {tv: a.mp4}", "media: {}", "media: []", "media: {en: a.jpg}", "media: {ios: {en: a.jpg}}", "image: a.jpg",
    "media: a.mp4, poster: {at: 2.5}", "media: a.mp4, poster: b.jpg", "media: a.mp4, poster: {at: -1}",
    "media: a.mp4, poster: {at: x}", "media: a.mp4, poster: {}", "media: a.mp4, poster: {at: 1, to: 2}",
    "focal-point: {x: 0, y: 1}", "focal-point: {x: 0.5}", "focal-point: {x: 2, y: 0}", "focal-point: [0, 1]",
    "link: https://e.com/", "link: []", "platforms: [ios, web]", "platforms: ios android", "platforms: []",
    "platforms: [tv]", "platforms: tv", "priority: high", "priority: urgent", "ttl: 4h", "ttl: 0", "ttl: 3600",
    "ttl: 4 h", "ttl: 1.5h", "ttl: '90s'", "expires: 2027-01-31T18:00:00Z", "expires: '2027-01-31T18:00:00.5+01:00'",
    "expires: 2027-01-31", "expires: soon", "collapse-key: spring", "collapse-key: [a]", "channel: offers",
    "channel: {x: y}", "sound: chime.caf", "sound: \"a\\0\"", "badge: 3", "badge: -1", "badge: 2147483648",
    "badge: 'three'", "badge: 1_000", "badge: [1]", "category: SALE", "category: ''", "analytics-label: spring-27",
    "analytics-label: a b", "data: {a: b, c: 12, d: true, e: ''}", "data: {a: [b]}", "data: {a: }", "data: text",
    "data: {a: {en: x}}", "data: {a: {x: y}}", "body: '{{a}}', values: {a: b}", "values: {variant: x}", "values: text",
    "variants: {a: {title: T}}", "variants: {}", "variants: {a: {id: b}}", "variants: {a: text}",
    "variants: {a b: {}}", "variants: {a: {titel: b}}", "variants: []",
    "android: {collapse_key: x, directBootOk: true, ttl: 3.5s}", "android: text", "android: []",
    "apns: {payload: {aps: {x: [1, ~, {}]}}, headers: {a: b}}", "webpush: {headers: {Urgency: high}}", "webpush: 12",
  ]

  private static let configurations = [
    "", "[]", "version: 1", "version: 2", "jobs: auto", "jobs: 64", "jobs: 65", "jobs: many", "transfers: 0",
    "transfers: 8", "campaign: here", "campaign: []", "cache: off", "cache: {path: x, max-bytes: 1_000_000}",
    "cache: {max-bytes: 12}", "cache: on", "limits: {max-pixels: 1}", "limits: {max-pixels: 0}", "limits: {pixels: 1}",
    "worker: {time-limit: 60}", "worker: {time-limit: 0}", "profiles: {universal: {max-bytes: 300000}}",
    "profiles: {universal: {max-bytes: 300001}}", "profiles: {universal: {fit: auto, aspect: '2:1'}}",
    "profiles: {android: {crop: centre}}", "profiles: {universal: {fit: cover, aspect: '2:1', crop: center}}",
    "profiles: {universal: {fit: pad, aspect: 2:1}}", "profiles: {universal: {fit: cover, aspect: '2:101'}}",
    "profiles: {universal: {background: '#fff'}}",
    "profiles: {universal: {background: '#ffFFff', effort: fast, quality: {floor: 10}}}",
    "profiles: {universal: {effort: fast, quality: {floor: 96}}}",
    "profiles: {universal: {quality: {target: 85, warn-below: 40}}}", "profiles: {universal: {effort: slow}}",
    "profiles: {universal: {quality: {target: 96}}}", "profiles: {universal: {quality: {warn-below: 96}}}",
    "profiles: {universal: {effort: }}", "profiles: {universal: {effort: fast, quality: }}",
    "profiles: {ios-motion: {motion: gif, trim: yes, audio: drop}}", "profiles: {ios-motion: {trim: maybe}}",
    "profiles: {android: {}}", "publish: []", "publish: [{to: directory, path: public}]", "publish: [{path: public}]",
    "publish: [{to: directory, path: public, headers: [netlify, nginx]}]", "publish: [{to: ftp, path: public}]",
    "publish: [{to: directory, path: public, headers: apache}]", "publish: [{to: directory, path: p, bucket: abc}]",
    "publish: [{to: s3, bucket: abc, region: auto, verify: off}]", "publish: [{to: s3, bucket: abc}]",
    "publish: [{to: gcs, bucket: abc, urls: firebase, predefined-acl: publicRead}]",
    "publish: [{to: s3, bucket: abc, region: r, cache-control: max-age=1, acl: private}]",
    "publish: [{to: s3, bucket: abc, region: r, acl: public}]",
    "publish: [{to: gcs, bucket: A}]", "publish: [{to: gcs, bucket: abc, urls: both}]",
    "publish: [{to: azure, account: push, container: $web, base-url: 'https://a.example.com/'}]",
    "publish: [{to: azure, account: push, container: a-b, cache-control: max-age=1}]",
    "publish: [{to: azure, account: push, container: a--b}]", "publish: [{to: azure, account: Push, container: abc}]",
    "publish: [{to: azure, account: push, container: ab}]", "publish: [{to: azure, container: abc}]",
    "publish: [{to: directory, path: p, base-url: 'https://e.com/'}]",
    "publish: [{to: directory, path: p, base-url: 'ftp://e.com/'}]", "publish: [{to: directory, path: p, name: 'a b'}]",
    "requests: {path: out, webpush-image-header: true, link-data-key: link}", "requests: {link-data-key: from}",
    "requests: {webpush-image-header: 1}", "defaults: {title: T, target: {topic: all}}", "defaults: {title: '{{a}}'}",
    "defaults: {target: {topic: /topics/all}}", "defaults: {target: {}}", "defaults: {link: 'http://e.com/'}",
    "defaults: {link: 'https://e.com/'}", "defaults: {target: {condition: \"'a' in topics\"}}",
    "defaults: {target: {condition: a}}", "defaults: {ttl: 4h}", "compose: {formats: curl, project: my-shop}",
    "compose: {formats: [fcm-v1, apns], validate-only: true}", "compose: {formats: [apns], validate-only: false}",
    "compose: {validate-only: on}", "compose: {validate-only: 1}", "compose: {formats: []}",
    "compose: {formats: [curl, curl]}", "compose: {formats: xml}", "compose: {project: A}", "compose: {project: [a]}",
    "compose: {form: curl}", "compose: []", "check: {suppress: [{rule: image.aspect, reason: old, until: 2027-01-31}]}",
    "check: {suppress: [{rule: image.aspect}]}", "check: {suppress: [{rule: no.rule, reason: x}]}", "check: []",
  ]
}
