import Findings
import Foundation
import MediaFacts
import PushDelivery
import TestSupport
import Testing

@Suite struct RunReportTests {
  private let digits = String(repeating: "0123456789abcdef", count: 4)

  private func source(_ path: String, _ byteCount: Int) throws -> SourceFile {
    SourceFile(path: path, byteCount: byteCount, digest: try RenditionExample.digest())
  }

  private func outcome(_ bytes: [UInt8], fromCache: Bool, wasWritten: Bool) throws -> RenditionOutcome {
    var rendition = try RenditionExample.rendition(bytes)
    let name = PublishedAsset.name(slug: "hero", rendition: rendition)
    let asset = PublishedAsset(name: name, url: "https://media.example/\(name)", wasWritten: wasWritten)
    rendition.isFromCache = fromCache
    return RenditionOutcome(rendition, at: asset)
  }

  private func diagnostic(_ severity: Diagnostic.Severity) -> Diagnostic {
    Diagnostic("image.damaged", severity, .init(.file, "a"), "odd", remedy: "fix it")
  }

  @Test func anEmptyRunIsAllZero() throws {
    let report = RunReport(assets: [], requests: [], diagnostics: [])
    let none = ["assets", "published", "refused", "ignored", "failed", "rendered", "cached", "written", "sourceBytes"]
    let rest = ["publishedBytes", "requests", "refusedRequests", "errors", "warnings"]
    let zeroes = Dictionary(uniqueKeysWithValues: (none + rest).map { ($0, JSONValue.integer(0)) })
    #expect(
      try json(of: report) == [
        "version": 1, "assets": [], "requests": [], "diagnostics": [], "totals": .object(zeroes),
      ])
  }

  @Test func totalsAreSums() throws {
    let jpeg = minimalJPEG(width: 16, height: 8)
    let png = minimalPNG(width: 16, height: 8)
    var report = RunReport(
      assets: [
        AssetOutcome(
          path: "a", source: try source("a", 1000), status: .published,
          renditions: [
            try outcome(jpeg, fromCache: false, wasWritten: true), try outcome(png, fromCache: true, wasWritten: true),
          ]),
        AssetOutcome(
          path: "b", source: try source("b", 200), status: .published,
          renditions: [try outcome(jpeg, fromCache: true, wasWritten: false)]),
        AssetOutcome(path: "c", source: try source("c", 30), status: .refused),
        AssetOutcome(path: "d", status: .refused),
        AssetOutcome(path: "e", source: try source("e", 4), status: .ignored),
        AssetOutcome(path: "f", source: try source("f", 5), status: .planned),
      ],
      requests: [
        RequestOutcome(id: "1", status: .ready), RequestOutcome(id: "2", status: .refused),
        RequestOutcome(id: "3", status: .ready),
      ],
      diagnostics: [diagnostic(.error), diagnostic(.note), diagnostic(.warning), diagnostic(.error)])
    #expect(
      try json(of: report.totals) == [
        "assets": 6, "published": 2, "refused": 2, "ignored": 1, "failed": 0, "rendered": 1, "cached": 2, "written": 2,
        "sourceBytes": 1200, "publishedBytes": .integer(2 * jpeg.count + png.count), "requests": 2,
        "refusedRequests": 1, "errors": 2, "warnings": 1,
      ])
    report.diagnostics.append(diagnostic(.warning))
    #expect(report.totals.warnings == 2 && report.totals.published == 2)
  }

  @Test func renditionHasAFixedJSONForm() throws {
    let bytes = minimalJPEG(width: 16, height: 8)
    #expect(
      try json(of: outcome(bytes, fromCache: true, wasWritten: false)) == [
        "profile": "test", "path": "hero.0123456789ab.jpg", "url": "https://media.example/hero.0123456789ab.jpg",
        "bytes": .integer(bytes.count), "limit": 300_000, "width": 16, "height": 8, "format": "jpeg",
        "method": "encode", "quality": 88, "score": .number(71.25), "scale": .number(0.5), "hasPalette": true,
        "digest": .string(digits), "fromCache": true, "written": false,
        "encodes": [
          ["quality": 90, "bytes": 301_000, "width": 32], ["bytes": 200, "score": .number(71.25), "width": 16],
        ],
      ])
  }

  /// Of a motion, which has its own facts, and none of those of a still.
  private let motionJSON: JSONValue = [
    "profile": "ios-motion", "path": "hero.mp4", "url": "https://media.example/hero.mp4", "bytes": 40_000,
    "limit": 5_000_000, "width": 320, "height": 180, "format": "mp4", "method": "encode", "scale": .number(0.5),
    "hasPalette": false, "digest": .string(String(repeating: "0123456789abcdef", count: 4)), "fromCache": true,
    "written": false, "encodes": [],
    "motion": [
      "method": "encode", "size": ["width": 320, "height": 180], "duration": .number(2.5), "frameCount": 60,
      "scale": .number(0.5), "movie": ["videoBitRate": 900_000],
      "encodes": [["bytes": 40_000, "width": 320, "setting": "2 passes, 900 kbit/s"]], "damage": "odd packet",
    ],
  ]

  private func motionOutcome() throws -> RenditionOutcome {
    let record = MotionRecord(
      method: .encode, size: PixelSize(width: 320, height: 180), duration: 2.5, frameCount: 60, scale: 0.5,
      movie: .init(videoBitRate: 900_000),
      encodes: [.init(bytes: 40_000, width: 320, setting: "2 passes, 900 kbit/s")], damage: "odd packet")
    return RenditionOutcome(
      profile: "ios-motion", path: "hero.mp4", url: "https://media.example/hero.mp4", bytes: 40_000, limit: 5_000_000,
      format: .video(.mp4), digest: try RenditionExample.digest(), fromCache: true, written: false,
      record: .motion(record))
  }

  @Test func whatMovesHasAFixedJSONForm() throws {
    let outcome = try motionOutcome()
    #expect(try json(of: outcome) == motionJSON)
    #expect(try JSONDecoder().decode(RenditionOutcome.self, from: JSONEncoder().encode(motionJSON)) == outcome)
  }

  @Test func requestHasAFixedJSONForm() throws {
    let ready = RequestOutcome(
      id: "spring", status: .ready, file: "spring.json", assets: ["https://media.example/a.jpg"], payloadBytes: 300)
    #expect(
      try json(of: ready) == [
        "id": "spring", "status": "ready", "file": "spring.json", "assets": ["https://media.example/a.jpg"],
        "payloadBytes": 300,
      ])
    #expect(try json(of: RequestOutcome(id: "b", status: .refused)) == ["id": "b", "status": "refused", "assets": []])
  }

  @Test func assetHasAFixedJSONForm() throws {
    let picture = Picture(format: .jpeg, size: PixelSize(width: 4000, height: 3000), metadata: [.gps])
    let file = try source("hero.jpg", 5000)
    let point = try #require(FocalPoint(x: 0.5, y: 0.25))
    let outcome = AssetOutcome(
      path: "hero.jpg", focalPoint: point, source: file, status: .planned, inspection: .still(picture),
      plans: [StillPlan(for: .still(picture), source: file, profile: .universal)])
    #expect(
      try json(of: outcome) == [
        "path": "hero.jpg", "focalPoint": ["x": .number(0.5), "y": .number(0.25)], "status": "planned",
        "source": ["path": "hero.jpg", "byteCount": 5000, "digest": .string(digits)],
        "inspection": ["medium": "still", "picture": pictureJSON], "plans": [planJSON], "renditions": [],
      ])
    #expect(
      try json(of: AssetOutcome(path: "b", status: .ignored)) == [
        "path": "b", "status": "ignored", "plans": [], "renditions": [],
      ])
  }

  private let pictureJSON: JSONValue = [
    "format": "jpeg", "size": ["width": 4000, "height": 3000], "orientation": 1, "alpha": "none",
    "color": ["model": "rgb", "profile": "none", "transfer": "standard", "primaries": "bt709"], "bitDepth": 8,
    "content": "photograph", "metadata": ["gps"], "trailingByteCount": 0, "isWidelyDecodable": true,
    "isOneColour": false, "isPremultiplied": false, "differences": [], "vanishesOn": [], "words": [],
  ]

  private let planJSON: JSONValue = [
    "method": "encode", "reasons": ["size", "metadata"],
    "specification": [
      "profile": "universal", "formats": ["jpeg"], "maximumBytes": 300_000,
      "maximumSize": ["width": 1664, "height": 1136], "geometry": ["scaled": ["width": 1515, "height": 1136]],
      "keepsTransparency": false, "background": ["red": 255, "green": 255, "blue": 255],
      "effort": ["best": ["target": 90]], "chroma": "subsampled",
    ],
  ]
}
