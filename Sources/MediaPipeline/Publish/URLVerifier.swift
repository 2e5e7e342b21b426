import Curl
import Foundation
import PushDelivery

/// Tries a published URL as clients use it, before a request may refer to it.
struct URLVerifier: Sendable {
  /// `.get` or `.head`.
  let verification: URLVerification
  /// For how long a URL that does not answer yet is asked again: caches in front of a bucket may be late.
  var patience = Duration.seconds(60)

  /// - Throws: `PublishError.unverified` with everything that is wrong when the time is over, or at once when waiting cannot
  ///   help.
  func verify(_ asset: PublishedAsset, _ rendition: some PublishableRendition) async throws(PublishError) {
    let start = ContinuousClock.now
    var pause = Duration.milliseconds(250)
    while true {
      let answer = await answer(asset, rendition)
      if answer.problems.isEmpty { return }
      let spent = start.duration(to: .now)
      guard answer.mayMend, spent + pause < patience, (try? await Task.sleep(for: pause)) != nil else {
        throw .unverified(answer.problems)
      }
      pause = min(pause * 2, .seconds(8))
    }
  }

  /// What is wrong with a URL, and whether that may pass.
  private struct Answer {
    var problems: [Diagnostic]
    var mayMend = false
  }

  private func answer(_ asset: PublishedAsset, _ rendition: some PublishableRendition) async -> Answer {
    let subject = Diagnostic.Subject(.url, asset.url)
    do {
      return verification == .head
        ? try await head(asset, rendition, subject) : try await get(asset, rendition, subject)
    } catch {
      return Answer(problems: [.couldNotVerify("\(error)", subject)], mayMend: true)
    }
  }

  private func get(
    _ asset: PublishedAsset, _ rendition: some PublishableRendition, _ subject: Diagnostic.Subject
  ) async throws -> Answer {
    // The address is the user's own, so that it may lie in a private network.
    let loader = try AssetLoader(certificateFile: nil, mayConnect: { _ in true })
    let platforms: Set<Platform> =
      StillImageURL.formats.contains(rendition.mediaFormat) ? Set(Platform.allCases) : [.ios]
    let clients = LoadingClient.allCases.filter { platforms.contains($0.platform) }
    let hosted = HostedAsset(asset.url, platforms: platforms, exchanges: await loader.load(asset.url, as: clients))
    if let detail = hosted.exchanges.lazy.compactMap(\.environmentalDetail).first {
      return Answer(problems: [.couldNotVerify(detail, subject)], mayMend: true)
    }
    var problems = ResponseRules.all.diagnostics(about: subject, in: hosted).filter { $0.severity == .error }
    if problems.isEmpty, hosted.exchanges.contains(where: { $0.body?.digest != rendition.digest }) {
      problems = [.unverified("the URL delivers other bytes than were published", subject)]
    }
    return Answer(problems: problems, mayMend: hosted.exchanges.contains { mayMend($0.hops.last?.status) })
  }

  private func head(
    _ asset: PublishedAsset, _ rendition: some PublishableRendition, _ subject: Diagnostic.Subject
  ) async throws -> Answer {
    let session = try HTTPSession()
    let folder = try PrivateFolder()
    let request = HTTPRequest(.head, asset.url, bodyLimit: 0, timeLimit: .seconds(30))
    let response = try await session.load(request, into: folder.path + "/head")
    guard response.status == 200 else {
      let problem = Diagnostic.unverified("the URL answers \(response.status)", subject)
      return Answer(problems: [problem], mayMend: mayMend(response.status))
    }
    let fields = HeaderFields(response.fields.map { HeaderField($0.name, $0.value) })
    let length = fields["Content-Length"].flatMap { Int($0) }
    let type = fields["Content-Type"]?.split(separator: ";").first?.lowercased()
    var problems: [Diagnostic] = []
    if length != rendition.bytes.count {
      let found = length.map { "\($0)" } ?? "no number"
      problems.append(.unverified("the URL tells \(found) of \(rendition.bytes.count) bytes", subject))
    }
    if type != rendition.mediaFormat.mediaType {
      problems.append(
        .unverified("the URL tells the type \(type ?? "none") of a \(rendition.mediaFormat.displayName) file", subject))
    }
    return Answer(problems: problems)
  }

  /// What a cache in front of a bucket says before it has heard of an object, and what a server says in passing.
  private func mayMend(_ status: Int?) -> Bool {
    guard let status else { return true }
    return status == 404 || status == 429 || status >= 500
  }
}

extension Exchange {
  fileprivate var environmentalDetail: String? {
    if case .failed(.environment(let detail)) = end { detail } else { nil }
  }

  fileprivate var body: LoadedBody? { if case .loaded(let body) = end { body } else { nil } }
}

extension Diagnostic {
  fileprivate static func unverified(_ message: String, _ subject: Subject) -> Diagnostic {
    Diagnostic(
      "destination.unverified", .error, subject, message + "; clients would not show what was published",
      remedy: "look whether base-url leads to the bucket, and whether something in front of it changes what it delivers"
    )
  }

  fileprivate static func couldNotVerify(_ detail: String, _ subject: Subject) -> Diagnostic {
    Diagnostic(
      "machine.network", .error, subject, "the published URL could not be loaded: \(detail)",
      remedy: "look whether base-url is right and reachable from here, and run again")
  }
}
