/// A diagnostic that is not a rule's: about this machine, its configuration and arguments, or a run. The handbook describes each one, under
/// a name that follows from its case: `file.not-a-file` is `fileNotAFile`.
public enum Incident: Int, Hashable, Sendable, CaseIterable {
  // pipeline.yml, a flag, an environment variable or a baseline.
  case configurationBaseline, configurationConflict, configurationDuplicateKey, configurationMissing,
    configurationMissingKey, configurationRange, configurationShard, configurationSize, configurationSyntax,
    configurationType, configurationUnknownKey, configurationUnknownVariable, configurationValue,
    configurationVersion, urlQuery

  // The arguments and suppressions of a check.
  case argumentEmpty, argumentKind, argumentMissing, suppressionExpired, suppressionUnused

  // campaign.yml, messages.csv or the campaign folder.
  case campaignChangedPicture, campaignChangedRequest, campaignDuplicateID, campaignEmptied, campaignFallback,
    campaignFewerRequests, campaignFocalPoint, campaignID, campaignLanguage, campaignLocale, campaignManifest,
    campaignMissing,
    campaignMissingImage, campaignMissingPoster, campaignMissingTarget, campaignNearTarget, campaignNewerCampaign,
    campaignNewerWorkbook,
    campaignNoMessages, campaignNotApproved, campaignOlderRequests, campaignOtherRequests, campaignPath,
    campaignPersonalTopic, campaignPlaceholder, campaignRepeatedMessage, campaignRepeatedPicture,
    campaignReplacedMessage, campaignSharedTarget, campaignTable, campaignUnapproved, campaignUnpublished,
    campaignUnread,
    campaignUnusedColumn, campaignWiderAudience

  // A picture, an animation or a video.
  case fileIgnored, fileLeavesFolder, fileName, fileNotAFile, fileUnreadable, fileWrongRendition, imageCannotFit,
    imageCrashedDecoder, imageCut, imageDrawnDifferently, imageLowScore, imageOutOfMemory, imagePadded, imageRuined,
    imageSmallPrint, imageStandIn, imageTimedOut, imageVanishes, motionCannotFit, motionDelays, motionNone,
    motionTimedOut, motionTooLong, motionTrimmed, posterAfterEnd, posterMoves, posterUnused

  // A message that does not become a request.
  case messageBlankPicture, messageFormat, messageID, messageImage, messageImageRefused, messageJSON, messageLink

  // Where files are published.
  case destinationConflict, destinationCredentials, destinationDeploy, destinationForbidden,
    destinationHostFile, destinationMissingBucket, destinationRegion, destinationRejected, destinationTLS,
    destinationUnproven, destinationUnverified

  // This machine or the network: retrying may help.
  case machineCache, machineCancelled, machineClock, machineDiskFull, machineFailed, machineMissingProgram,
    machineNetwork, machineSharedCache, machineStoreBusy, machineStoreInterrupted, machineStoreTimeout,
    machineStoreUnreachable, machineWriteFailed

  public var id: RuleIdentifier { description.id }

  /// Its area; it decides the exit status.
  public var kind: Kind { description.kind }
  public var severity: Diagnostic.Severity { description.severity }
  /// The problem as a sentence; code in backticks.
  public var summary: String { description.summary }
  /// How to fix it, as an instruction without a full stop; code in backticks. Empty only for notes.
  public var remedy: String { description.remedy }
  /// The documentation of a number, or of a client's or server's behaviour.
  public var source: String? { description.source }

  /// How to fix it, as a sentence.
  public var remedySentence: String {
    remedy.isEmpty ? "None needed." : remedy.prefix(1).uppercased() + remedy.dropFirst() + "."
  }

  /// The area of an incident, in the order in which a campaign meets it: the chapters of the handbook.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// pipeline.yml, a flag, an environment variable or a baseline.
    case configuration
    /// The arguments and suppressions of a check.
    case check
    /// campaign.yml, messages.csv or the campaign folder.
    case campaign
    /// A picture, an animation or a video.
    case media
    /// A message that does not become a request.
    case message
    /// Where files are published.
    case destination
    /// This machine or the network: retrying may help.
    case machine
  }
}

extension Incident {
  /// All, sorted by identifier.
  public static let all = allCases.sorted { $0.id.rawValue < $1.id.rawValue }

  /// The incident of this name; nil for a rule, and for an unknown name.
  public static func named(_ id: RuleIdentifier) -> Incident? { incidentsByID[id] }

  private static let incidentsByID = Dictionary(uniqueKeysWithValues: allCases.map { ($0.id, $0) })

  private struct Description {
    let id: RuleIdentifier
    let kind: Kind
    let severity: Diagnostic.Severity
    let summary: String
    let remedy: String
    let source: String?

    init(_ section: HandbookSection) {
      let parts = section.parts
      id = RuleIdentifier(rawValue: section.id)
      kind = section.value(of: section.chapterName)
      severity = section.value(of: parts.facts.first)
      summary = parts.summary
      remedy = parts.remedy
      source = parts.source
    }
  }

  private var description: Description { Self.descriptions[rawValue] }

  private static let descriptions = allCases.map { Description(HandbookPage.incidents.section(name(of: "\($0)"))) }

  /// `fileNotAFile` as `file.not-a-file`: a capital letter beside a small one begins a word. By hand, since each start of the program needs
  /// all names, and regular expressions take milliseconds for them.
  private static func name(of word: String) -> String {
    let letters = Array(word)
    var words = [""]
    for (place, letter) in letters.enumerated() {
      let isBesideSmall = letters[max(0, place - 1)..<min(letters.count, place + 2)].contains(where: \.isLowercase)
      if letter.isUppercase, isBesideSmall { words.append("") }
      words[words.count - 1] += letter.lowercased()
    }
    return words[0] + "." + words.dropFirst().joined(separator: "-")
  }
}

extension RuleIdentifier {
  /// Whether the machine or the network is at fault, not the campaign, so that retrying may help.
  public var isEnvironmental: Bool { Incident.named(self)?.kind == .machine }

  /// Whether it is about the requests that go, and found by comparing them with the approved ones or with the last set: another run does not
  /// find it again, although it was not fixed.
  package var isAboutSet: Bool {
    [Incident.campaignFewerRequests, .campaignNotApproved, .campaignUnapproved, .campaignWiderAudience]
      .contains { $0.id == self }
  }

  /// Whether it can block every file, so that nothing is committed. A missing program blocks only some files.
  public var withholdsRequests: Bool { isEnvironmental && self != Incident.machineMissingProgram.id }
}
