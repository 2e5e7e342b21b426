/// A limit that a client or service of a notification enforces, with its source.
///
/// Such numbers are only in this table. Configuration may be stricter, never looser.
public struct ClientLimit: Hashable, Sendable {
  /// The limit, in the unit of its name: bytes, pixels, characters or a count.
  public let value: Int
  /// Who enforces it, and what happens above it.
  public let reason: String
  /// The document or source file that says so.
  public let source: String
}

extension ClientLimit {
  /// Bytes of an image that the Notifications composer takes; "300 KB" read as decimal, the stricter way.
  public static let composerImageBytes = ClientLimit(
    value: 300_000,
    reason: "the Notifications composer refuses images over 300 KB, and slow links miss Android's 5 seconds",
    source: "https://firebase.google.com/docs/cloud-messaging/customize-messages/cross-platform")

  /// Bytes of an image that Android's FCM SDK downloads, inclusive.
  public static let androidImageBytes = ClientLimit(
    value: 1_048_576,
    reason: "Android's FCM SDK drops a larger image and shows text only",
    source: "firebase-android-sdk, messaging/ImageDownload.java")

  /// Bytes of an image attachment that Apple's systems accept; "10 MB" read as decimal.
  public static let appleImageBytes = ClientLimit(
    value: 10_000_000,
    reason: "Apple's systems refuse a larger image attachment",
    source: "https://developer.apple.com/documentation/usernotifications/unnotificationattachment")

  /// Width in pixels beyond which no Android screen shows more: 416 dp at four pixels each.
  public static let androidVisibleWidth = ClientLimit(
    value: 1664,
    reason: "Android scales the picture down to 416 dp, so more pixels only cost memory",
    source: "AOSP core/res/res/values/dimens.xml, notification_big_picture_max_width")

  /// Height in pixels beyond which no Android screen shows more: 284 dp at four pixels each.
  public static let androidVisibleHeight = ClientLimit(
    value: 1136,
    reason: "Android scales the picture down to 284 dp, so more pixels only cost memory",
    source: "AOSP core/res/res/values/dimens.xml, notification_big_picture_max_height")

  /// Pixels of the longer side of the largest screens of iPhones and iPads.
  public static let appleScreenSide = ClientLimit(
    value: 2868,
    reason: "no iPhone or iPad has more pixels, so that more only cost time",
    source: "https://support.apple.com/en-us/121032")

  /// Bytes of a message's payload that FCM and APNs accept.
  public static let payloadBytes = ClientLimit(
    value: 4096,
    reason: "FCM answers 400 and APNs refuses a larger payload",
    source: "https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode")

  /// Bytes of a message's payload when it goes to a topic or a condition.
  public static let topicPayloadBytes = ClientLimit(
    value: 2048,
    reason: "FCM's error reference names a lower limit for topic messages",
    source: "https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode")

  /// Bytes of an APNs payload reserved for the keys that FCM adds (`gcm.message_id`, `google.c.a.*`).
  ///
  /// The SDK names such keys, but no document gives their size: this is an estimate.
  public static let apnsHeadroomBytes = ClientLimit(
    value: 300,
    reason: "FCM adds keys of its own to a payload for APNs, and APNs counts them",
    source: "firebase-ios-sdk, FirebaseMessaging/Sources/FIRMessagingConstants.m")

  /// Characters of a topic's name, without `/topics/`.
  public static let topicNameCharacters = ClientLimit(
    value: 900,
    reason: "FCM refuses a longer name of a topic",
    source: "https://fcm.googleapis.com/$discovery/rest?version=v1")

  /// Topics that one condition names.
  public static let conditionTopics = ClientLimit(
    value: 5,
    reason: "FCM takes at most five topics in a condition",
    source: "https://firebase.google.com/docs/cloud-messaging/send-topic-messages")
}

// Messages.
extension ClientLimit {
  /// Characters of an analytics label.
  public static let analyticsLabelCharacters = ClientLimit(
    value: 50,
    reason: "FCM refuses a longer label",
    source: "https://firebase.google.com/docs/cloud-messaging/understand-delivery")

  /// Messages that the Admin SDKs send in one call.
  public static let batchMessages = ClientLimit(
    value: 500,
    reason: "the Admin SDKs refuse to send more messages in one call",
    source: "https://github.com/firebase/firebase-admin-node/blob/main/src/messaging/messaging.ts")

  /// Characters of a body next to a picture. An estimate: a phone's line has about 40, and a body this long is certainly cut.
  public static let androidPictureBodyCharacters = ClientLimit(
    value: 150,
    reason: "Android's picture style replaces the one for long text, so that the expanded notification shows about a "
      + "line of the body",
    source: "https://github.com/firebase/firebase-android-sdk/blob/main/firebase-messaging/src/main/java/com/google/"
      + "firebase/messaging/DisplayNotification.java")

  /// The width of a title, in Latin letters. An estimate: a phone's line has about 40, and a title this wide is certainly cut.
  public static let titleLetters = ClientLimit(
    value: 50,
    reason: "Android and the banners of Apple's systems show one line of a title",
    source: "AOSP core/res/res/layout, notification_2025_*")

  /// The width of title and body together that Apple's lock screen shows, in Latin letters.
  public static let appleTextLetters = ClientLimit(
    value: 160,
    reason: "the lock screen of Apple's systems shows about four lines, and banners half of it",
    source: "https://www.braze.com/docs/user_guide/message_building_by_channel/push/ios/rich_notifications/")

  /// The same next to a picture: its thumbnail takes room.
  public static let appleTextLettersBesidePicture = ClientLimit(
    value: 130,
    reason: "beside a picture the lock screen of Apple's systems shows less of the words",
    source: "https://www.braze.com/docs/user_guide/message_building_by_channel/push/ios/rich_notifications/")

  /// Bytes of one URL: a quarter of the payload limit.
  public static let urlBytes = ClientLimit(
    value: 1024,
    reason: "the address takes more than a quarter of the payload, and each platform gets a copy",
    source: "https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode")
}

// Pictures that show, but badly.
extension ClientLimit {
  /// Bytes of an image that load everywhere in good time; "200 K" read as decimal.
  public static let comfortableImageBytes = ClientLimit(
    value: 200_000,
    reason: "Airship recommends less than 200 KB for Android and iOS alike",
    source: "https://docs.airship.com/reference/messages/")

  /// Seconds that Android's FCM SDK gives the image of a notification, from the name's lookup to the decoded bitmap.
  public static let androidDownloadSeconds = ClientLimit(
    value: 5,
    reason: "Android's FCM SDK shows text only when the image is not there and decoded by then",
    source: "firebase-android-sdk, messaging/DisplayNotification.java, IMAGE_DOWNLOAD_TIMEOUT_SECONDS")

  /// Pixels of the longer side of a picture that Android's clients decode and draw without trouble.
  ///
  /// Graphics processors that are still in use draw no larger texture.
  public static let androidLargestSide = ClientLimit(
    value: 4096,
    reason: "Android decodes a picture at full size, and many devices draw no larger one",
    source: "https://developer.android.com/reference/android/graphics/Canvas#getMaximumBitmapWidth()")

  /// Pixels of a picture that Android's clients decode and draw without trouble: 64 MB once decoded.
  ///
  /// Android's canvas refuses bitmaps of more than 100 MB, and the process that decodes has little more than that.
  public static let androidPixels = ClientLimit(
    value: 16_000_000,
    reason: "Android decodes a picture at full size, four bytes a pixel, and refuses to draw very large ones",
    source: "https://github.com/binwiederhier/ntfy/issues/474")

  /// Width in pixels beyond which Chrome scales a picture down: 450 dip at four pixels each.
  public static let webVisibleWidth = ClientLimit(
    value: 1800,
    reason: "Chrome scales a wider picture down before it shows it",
    source: "Chromium, third_party/blink/public/common/notifications/notification_constants.h")

  /// Height in pixels beyond which Chrome scales a picture down: 225 dip at four pixels each.
  public static let webVisibleHeight = ClientLimit(
    value: 900,
    reason: "Chrome scales a higher picture down before it shows it",
    source: "Chromium, third_party/blink/public/common/notifications/notification_constants.h")

  /// Pixels across below which a picture is blurred on today's screens.
  public static let recommendedWidth = ClientLimit(
    value: 512,
    reason: "vendors ask for pictures of 512x256 and more",
    source: "https://user.netmera.com/, Add Image or Video to Push Notifications")

  /// Pixels across that a phone of today shows of a picture: 291 dp at three pixels each. An estimate: phones have 2.5 to 4.
  public static let shownWidth = ClientLimit(
    value: 873,
    reason: "Android shows a picture about 291 dp wide, and Apple's systems wider",
    source: "AOSP core/res/res/layout, notification_2025_*")

  /// Pixels across below which vendors refuse a picture.
  public static let vendorMinimumWidth = ClientLimit(
    value: 300,
    reason: "OneSignal and Netmera take no narrower picture",
    source: "https://documentation.onesignal.com/docs/rich-media")

  /// The aspect ratio (width to height) that no client crops.
  public static let recommendedAspect = ClientLimit(
    value: 2,
    reason: "vendors agree on 2:1, and what is shaped otherwise is cropped",
    source: "https://documentation.onesignal.com/docs/rich-media")

  /// By how many per cent a picture's shape may differ from the recommended one.
  public static let aspectTolerance = ClientLimit(
    value: 10,
    reason: "a small difference crops a narrow strip",
    source: "https://documentation.onesignal.com/docs/rich-media")
}

// How clients load.
extension ClientLimit {
  /// Redirects that Android's `HttpURLConnection` follows.
  public static let androidRedirects = ClientLimit(
    value: 20,
    reason: "Android's HttpURLConnection gives up at the next one",
    source:
      "AOSP external/okhttp, okhttp/src/main/java/com/squareup/okhttp/internal/http/HttpEngine.java, MAX_FOLLOW_UPS")

  /// Redirects that Apple's loading system follows.
  public static let appleRedirects = ClientLimit(
    value: 16,
    reason: "Apple's loading system gives up with kCFURLErrorHTTPTooManyRedirects",
    source: "https://developer.apple.com/documentation/foundation/urlerror/code/httptoomanyredirects")

  /// Redirects that Chrome follows.
  public static let webRedirects = ClientLimit(
    value: 20,
    reason: "Chrome gives up with ERR_TOO_MANY_REDIRECTS",
    source: "Chromium, net/url_request/url_request.cc, kMaxRedirects")

  /// Seconds that Chrome gives the image of a notification.
  public static let webDownloadSeconds = ClientLimit(
    value: 90,
    reason: "Chrome shows the notification without its image after that",
    source:
      "Chromium, third_party/blink/renderer/modules/notifications/notification_resources_loader.cc, kImageFetchTimeout")
}

// Attachments that move.
extension ClientLimit {
  /// Bytes of a movie attachment that Apple's systems accept; "50 MB" read as decimal.
  public static let appleMovieBytes = ClientLimit(
    value: 50_000_000,
    reason: "Apple's systems refuse a larger movie attachment",
    source: "https://developer.apple.com/documentation/usernotifications/unnotificationattachment")

  /// Bytes of a movie attachment that loads in good time; "5 MB" read as decimal.
  public static let comfortableMovieBytes = ClientLimit(
    value: 5_000_000,
    reason: "Airship recommends less than 5 MB; at 1.3 Mbit/s that takes the extension's 30 seconds",
    source: "https://docs.airship.com/reference/messages/")

  /// Seconds that a notification service extension has for its download and everything else.
  public static let appleExtensionSeconds = ClientLimit(
    value: 30,
    reason: "Apple's systems show the notification without its attachment when the extension needs longer",
    source: "https://developer.apple.com/documentation/usernotifications/unnotificationserviceextension")

  /// Milliseconds below which players take a frame's delay for a mistake and show the frame for 100.
  public static let shortestFrameDelay = ClientLimit(
    value: 20,
    reason: "players show frames with shorter delays for 100 milliseconds",
    source: "WebKit, Source/WebCore/platform/graphics/ImageFrame.cpp; Apple's ImageIO, unclamped delay times")
}
