import Findings
import MediaFacts
import PushDelivery

/// Judges media files as they are.
struct MediaChecker: Sendable {
  let settings: CheckSettings
  let workers: WorkerPool
  let published: PublishedFiles

  /// A file that was named, or one of a published folder.
  ///
  /// - Parameter name: its path as it is to be reported.
  func check(_ path: String, name: String) async -> CheckResult {
    let subject = Diagnostic.Subject(.file, name)
    do throws(MediaError) {
      let digest = try SourceReader.digest(of: path, limit: settings.sourceLimits.maximumBytes)
      let fileName = FileSystem.name(of: path)
      let clients = settings.platforms == nil ? published.clients(ofFileNamed: fileName, digest: digest) : nil
      let judgement = await judge(path, name: fileName, platforms: clients ?? settings.platforms, about: subject)
      return CheckResult(
        subjects: [CheckedSubject(.media, name, digest: digest, verdicts: judgement.verdicts)],
        diagnostics: clients == nil ? judgement.diagnostics : judgement.diagnostics.filter { $0.severity == .error })
    } catch {
      let judgement = refusal(error, platforms: settings.platforms, about: subject)
      return CheckResult(
        subjects: [CheckedSubject(.media, name, verdicts: judgement.verdicts)], diagnostics: judgement.diagnostics)
    }
  }

  /// Judges the bytes of an asset from any origin.
  ///
  /// - Parameters:
  ///   - path: a file that holds them.
  ///   - name: its name, without folders; nil if an address names it.
  ///   - platforms: the clients that must show it; nil: all that can show its medium.
  func judge(
    _ path: String, name: String?, platforms: Set<Platform>?, about subject: Diagnostic.Subject
  ) async -> MediaJudgement {
    do throws(MediaError) {
      guard let path = FileSystem.canonicalPath(path), case .file(let byteCount) = FileSystem.kind(of: path)
      else { throw .unreadable(detail: "there is no such file") }
      let inspection = try await examination.inspect(path)
      let damage = try await examination.damage(path, inspection)
      let file = MediaFile(
        name: name, byteCount: byteCount, inspection: inspection, platforms: platforms ?? Set(Platform.allCases),
        platformsAreStated: platforms != nil,
        linkSpeed: settings.linkSpeed ?? MediaFile.standardLinkSpeed, linkSpeedIsStated: settings.linkSpeed != nil,
        hasIndexInFront: MovieLayout.hasIndexInFront(path, format: inspection.format))
      let damages = [damage].compactMap { $0 }.map { DecodingRules.damage($0, of: inspection, about: subject) }
      // An incomplete file has coding errors too, and one finding for that is enough.
      let others = settings.rules.media.diagnostics(about: subject, in: file)
        .filter { damage == nil || $0.rule != MediaRules.pictureCoding.description.id }
      return MediaJudgement(platforms: file.platforms, diagnostics: damages + others)
    } catch { return refusal(error, platforms: platforms, about: subject) }
  }

  private func refusal(
    _ error: MediaError, platforms: Set<Platform>?, about subject: Diagnostic.Subject
  ) -> MediaJudgement {
    MediaJudgement(platforms: platforms ?? Set(Platform.allCases), diagnostics: [error.judgement(about: subject)])
  }

  private var examination: Examination {
    Examination(
      workers: workers, limits: settings.sourceLimits, thoroughness: settings.thoroughness,
      formats: settings.formats)
  }
}

/// The judgement of an asset's bytes.
struct MediaJudgement: Sendable {
  /// The clients that were judged for.
  var platforms: Set<Platform>
  var diagnostics: [Diagnostic]

  /// Each client's verdict; empty if the machine failed.
  var verdicts: [Verdict] {
    guard !diagnostics.contains(where: \.rule.isEnvironmental) else { return [] }
    return Verdict.of(platforms, after: diagnostics)
  }
}
