extension MessageDefaults {
  /// The message with these defaults where its author said nothing. A text that was written empty stays empty.
  ///
  /// The target is the message's own: a message cannot exist without one, so the default has been used before.
  public func applied(to message: CampaignMessage) -> CampaignMessage {
    var message = message
    message.title = message.title ?? title
    message.body = message.body ?? body
    message.link = message.link ?? link
    return message
  }
}
