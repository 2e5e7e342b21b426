/// A diagnostic that is not a rule's: about this machine, its configuration and arguments, or a run. The handbook describes each one.
public enum Incident: String, Hashable, Sendable, CaseIterable {
  // pipeline.yml, a flag, an environment variable or a baseline.
  case configurationBaseline = "configuration.baseline"
  case configurationConflict = "configuration.conflict"
  case configurationDuplicateKey = "configuration.duplicate-key"
  case configurationMissing = "configuration.missing"
  case configurationMissingKey = "configuration.missing-key"
  case configurationRange = "configuration.range"
  case configurationShard = "configuration.shard"
  case configurationSize = "configuration.size"
  case configurationSyntax = "configuration.syntax"
  case configurationType = "configuration.type"
  case configurationUnknownKey = "configuration.unknown-key"
  case configurationUnknownVariable = "configuration.unknown-variable"
  case configurationValue = "configuration.value"
  case configurationVersion = "configuration.version"
  case urlQuery = "url.query"

  // The arguments and suppressions of a check.
  case argumentEmpty = "argument.empty"
  case argumentKind = "argument.kind"
  case argumentMissing = "argument.missing"
  case suppressionExpired = "suppression.expired"
  case suppressionUnused = "suppression.unused"

  // campaign.yml, messages.csv or the campaign folder.
  case campaignChangedPicture = "campaign.changed-picture"
  case campaignChangedRequest = "campaign.changed-request"
  case campaignDuplicateID = "campaign.duplicate-id"
  case campaignEmptied = "campaign.emptied"
  case campaignFallback = "campaign.fallback"
  case campaignFocalPoint = "campaign.focal-point"
  case campaignID = "campaign.id"
  case campaignLanguage = "campaign.language"
  case campaignLocale = "campaign.locale"
  case campaignManifest = "campaign.manifest"
  case campaignMissing = "campaign.missing"
  case campaignMissingImage = "campaign.missing-image"
  case campaignMissingPoster = "campaign.missing-poster"
  case campaignMissingTarget = "campaign.missing-target"
  case campaignNearTarget = "campaign.near-target"
  case campaignNewerWorkbook = "campaign.newer-workbook"
  case campaignNoMessages = "campaign.no-messages"
  case campaignNotApproved = "campaign.not-approved"
  case campaignOlderRequests = "campaign.older-requests"
  case campaignOtherRequests = "campaign.other-requests"
  case campaignPath = "campaign.path"
  case campaignPersonalTopic = "campaign.personal-topic"
  case campaignPlaceholder = "campaign.placeholder"
  case campaignRepeatedMessage = "campaign.repeated-message"
  case campaignRepeatedPicture = "campaign.repeated-picture"
  case campaignReplacedMessage = "campaign.replaced-message"
  case campaignSharedTarget = "campaign.shared-target"
  case campaignTable = "campaign.table"
  case campaignUnpublished = "campaign.unpublished"
  case campaignUnread = "campaign.unread"
  case campaignUnusedColumn = "campaign.unused-column"
  case campaignWiderAudience = "campaign.wider-audience"

  // A picture, an animation or a video.
  case fileIgnored = "file.ignored"
  case fileLeavesFolder = "file.leaves-folder"
  case fileName = "file.name"
  case fileNotAFile = "file.not-a-file"
  case fileUnreadable = "file.unreadable"
  case fileWrongRendition = "file.wrong-rendition"
  case imageCannotFit = "image.cannot-fit"
  case imageCrashedDecoder = "image.crashed-decoder"
  case imageCut = "image.cut"
  case imageDrawnDifferently = "image.drawn-differently"
  case imageLowScore = "image.low-score"
  case imageOutOfMemory = "image.out-of-memory"
  case imagePadded = "image.padded"
  case imageRuined = "image.ruined"
  case imageSmallPrint = "image.small-print"
  case imageTimedOut = "image.timed-out"
  case imageVanishes = "image.vanishes"
  case motionCannotFit = "motion.cannot-fit"
  case motionDelays = "motion.delays"
  case motionless = "motion.none"
  case motionTimedOut = "motion.timed-out"
  case motionTooLong = "motion.too-long"
  case motionTrimmed = "motion.trimmed"
  case posterAfterEnd = "poster.after-end"
  case posterMoves = "poster.moves"
  case posterUnused = "poster.unused"

  // A message that does not become a request.
  case messageBlankPicture = "message.blank-picture"
  case messageFormat = "message.format"
  case messageID = "message.id"
  case messageImage = "message.image"
  case messageImageRefused = "message.image-refused"
  case messageJSON = "message.json"
  case messageLink = "message.link"

  // Where files are published.
  case destinationConflict = "destination.conflict"
  case destinationCredentials = "destination.credentials"
  case destinationDeploy = "destination.deploy"
  case destinationForbidden = "destination.forbidden"
  case destinationHostFile = "destination.host-file"
  case destinationMissingBucket = "destination.missing-bucket"
  case destinationRegion = "destination.region"
  case destinationRejected = "destination.rejected"
  case destinationTLS = "destination.tls"
  case destinationUnproven = "destination.unproven"
  case destinationUnverified = "destination.unverified"

  // This machine or the network: retrying may help.
  case machineCache = "machine.cache"
  case machineCancelled = "machine.cancelled"
  case machineClock = "machine.clock"
  case machineDiskFull = "machine.disk-full"
  case machineFailed = "machine.failed"
  case machineMissingProgram = "machine.missing-program"
  case machineNetwork = "machine.network"
  case machineSharedCache = "machine.shared-cache"
  case machineStoreBusy = "machine.store-busy"
  case machineStoreInterrupted = "machine.store-interrupted"
  case machineStoreTimeout = "machine.store-timeout"
  case machineStoreUnreachable = "machine.store-unreachable"
  case machineWriteFailed = "machine.write-failed"

  public var id: RuleIdentifier { RuleIdentifier(rawValue: rawValue) }

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
  public static let all = allCases.sorted { $0.rawValue < $1.rawValue }

  /// The incident of this name; nil for a rule, and for an unknown name.
  public static func named(_ id: RuleIdentifier) -> Incident? { Incident(rawValue: id.rawValue) }

  private struct Description {
    let kind: Kind
    let severity: Diagnostic.Severity
    let summary: String
    let remedy: String
    let source: String?

    init(_ section: HandbookSection) {
      let parts = section.parts
      kind = section.value(of: section.chapterName)
      severity = section.value(of: parts.facts.first)
      summary = parts.summary
      remedy = parts.remedy
      source = parts.source
    }
  }

  private var description: Description {
    guard let description = Self.descriptions[self] else { preconditionFailure("\(rawValue) is no incident") }
    return description
  }

  private static let descriptions = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, Description(HandbookPage.incidents.section($0.rawValue))) })
}

extension RuleIdentifier {
  /// Whether the machine or the network is at fault, not the campaign, so that retrying may help.
  public var isEnvironmental: Bool { Incident.named(self)?.kind == .machine }

  /// Whether it can block every file, so that nothing is committed. A missing program blocks only some files.
  public var withholdsRequests: Bool { isEnvironmental && self != Incident.machineMissingProgram.id }
}

extension Diagnostic {
  /// The disk or the user's disk quota is full.
  package static func diskFull(_ subject: Subject, _ message: String, remedy: String? = nil) -> Diagnostic {
    Diagnostic(.machineDiskFull, subject, message, remedy: remedy)
  }
}
