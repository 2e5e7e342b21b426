import Findings
import MediaFacts
import PushDelivery

/// Messages in which every field of the model has a value.
enum FullMessage {
  static let picture = AssetURL<EveryClient>(rawValue: "https://cdn.example.com/a.jpg")!
  static let movie = AssetURL<AppleSystems>(rawValue: "https://cdn.example.com/a.mp4")!
  static let label = AnalyticsLabel(rawValue: "spring-sale")!
  static let duration = ProtobufDuration(seconds: 1, nanoseconds: 500_000_000)!

  static func v1(target: MessageTarget = .fid("fid")) -> Message {
    var options = AndroidConfig(timeToLive: TimeToLive(seconds: 60), data: ["k": "v"])
    options.collapseKey = "sale"
    options.priority = .high
    options.restrictedPackageName = "com.example"
    options.notification = AndroidNotification(content, proxy: .ifPriorityLowered, bypassesProxyNotification: false)
    options.fcmOptions = AndroidFcmOptions(analyticsLabel: label)
    options.isDirectBootAllowed = true
    options.isBandwidthConstrainedAllowed = false
    options.isRestrictedSatelliteAllowed = true
    return message(target, .v1(options))
  }

  static func v2(target: MessageTarget = .fid("fid")) -> Message {
    var options = AndroidConfigV2(timeToLive: TimeToLive(seconds: 60), data: ["k": "v"])
    options.collapseKey = "sale"
    options.restrictedPackageName = "com.example"
    options.remoteNotification = AndroidRemoteNotification(
      notification: AndroidNotificationV2(content, id: -7), isMutable: true, isDataMessageForV1: false)
    options.backgroundSync = AndroidBackgroundSyncMessage()
    options.fcmOptions = AndroidFcmOptions(analyticsLabel: label)
    options.isDirectBootAllowed = true
    options.isBandwidthConstrainedAllowed = false
    options.isRestrictedSatelliteAllowed = true
    return message(target, .v2(options))
  }

  private static func message(_ target: MessageTarget, _ android: Message.AndroidOptions) -> Message {
    Message(
      target: target, notification: .init(title: "Title", body: "Body", image: picture), data: ["k": "v"],
      android: android,
      webpush: WebpushConfig(
        headers: ["TTL": "15"], data: ["k": "v"],
        notification: WebpushNotification(
          image: picture, options: ["silent": false, "vibrate": [1, .number(2.5), .null]]),
        fcmOptions: WebpushFcmOptions(link: HTTPSLink(rawValue: "https://e.com/"), analyticsLabel: label)),
      apns: ApnsConfig(
        headers: ["apns-priority": "10"], payload: ["aps": ["mutable-content": 1]],
        fcmOptions: ApnsFcmOptions(image: movie, analyticsLabel: label), liveActivityToken: "token"),
      fcmOptions: FcmOptions(analyticsLabel: label))
  }

  private static let content: AndroidNotificationContent = {
    var content = AndroidNotificationContent(title: "Title", body: "Body", image: picture)
    content.icon = "icon"
    content.color = IconColor(RGBColor(red: 1, green: 2, blue: 255))
    content.sound = "default"
    content.tag = "tag"
    content.clickAction = "OPEN"
    content.titleLocalizationKey = "title"
    content.titleLocalizationArguments = ["1"]
    content.bodyLocalizationKey = "body"
    content.bodyLocalizationArguments = ["2"]
    content.channelID = "news"
    content.ticker = "ticker"
    content.isSticky = true
    content.eventTime = ProtobufTimestamp(seconds: 0)
    content.isLocalOnly = false
    content.priority = .high
    content.usesDefaultSound = true
    content.usesDefaultVibrateTimings = false
    content.usesDefaultLightSettings = true
    content.vibrateTimings = [duration]
    content.visibility = .secret
    content.count = 3
    content.lightSettings = LightSettings(
      color: .init(red: 0.5, green: 0, blue: 1, alpha: 0.25)!, lightOnDuration: duration, lightOffDuration: duration)
    return content
  }()
}
