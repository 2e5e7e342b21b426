/// What all messages of a campaign share.
struct CampaignContext {
  /// What campaign.yml says under `defaults`; lies beneath every message.
  var defaults: MessageLayer
  /// What placeholders of all messages stand for.
  var values: [String: YAMLValue] = [:]
  var locales = LocaleSettings()
  /// What pipeline.yml says, for a message that has no target.
  var pipelineDefaults = MessageDefaults()
}
