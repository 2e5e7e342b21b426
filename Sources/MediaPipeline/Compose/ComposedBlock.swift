import Findings
import PushDelivery

/// The messages of one block of a table as requests: a part of the set, and what is to be told of it.
struct ComposedBlock: Sendable {
  let part: RequestPart
  /// Where the part's files lie, by their paths.
  let folder: String
  let summary: Summary
  /// What became of each message.
  let outcomes: [PackedOutcomes]

  /// What there is to say of the messages together.
  struct Summary: Hashable, Sendable, Codable {
    var diagnostics: [Diagnostic] = []
    var recipients = Recipients()
    /// How many diagnostics come before the first request that has a picture for Apple's systems; nil where none has.
    var firstApplePicture: Int?

    /// Adds what there is to say of the messages that follow.
    mutating func add(_ part: ComposedPart) {
      if firstApplePicture == nil, let place = part.firstApplePicture { firstApplePicture = diagnostics.count + place }
      diagnostics += part.diagnostics
      recipients = recipients + part.tally.recipients
    }
  }
}

extension CampaignComposer {
  /// What comes of composing, in the order of the campaign.
  enum Output {
    case requests(RequestSetPart)
    /// What is between these two is a part of a set that is too large for one file.
    case beginningOfPart
    case endOfPart
    /// A whole part that was composed elsewhere.
    case composed(ComposedBlock)
  }
}
