import Findings

/// A message without its texts: what decides of which parts its request is made. Messages of one shape differ in texts alone.
///
/// Whatever is not known to be a text is a part of the shape, so that nothing new is overlooked.
struct BatchShape: Hashable, Sendable {
  private let message: CampaignMessage

  init(_ message: CampaignMessage) {
    var shape = message
    for text in message.requestTexts { shape[text] = "" }
    shape.id = ""
    // Nobody who gets a message sees where it was written, and what it was chosen from.
    (shape.locale, shape.variant) = (nil, nil)
    shape.origin = .init(.message, "")
    shape.places = MessagePlaces()
    self.message = shape
  }

  /// Goes by what differs most.
  func hash(into hasher: inout Hasher) {
    hasher.combine(message.media.common)
    hasher.combine(message.media.own.count)
    hasher.combine(message.options.data.count)
    hasher.combine(message.title == nil)
    hasher.combine(message.body == nil)
    hasher.combine(message.link == nil)
  }
}
