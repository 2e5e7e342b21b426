// From `richpush scaffold ios-extension`, and yours to change. README.md says how it gets into the app.

#import <UserNotifications/UserNotifications.h>

NS_ASSUME_NONNULL_BEGIN

/// Shows the picture or video that a message names in `fcm_options.image`.
///
/// The system makes an instance for each notification that has `"mutable-content": 1` and a visible text, and gives it
/// 30 seconds and little memory (Apple documents no number; 24 MB were seen). Whatever fails, the text is shown.
@interface {{name}} : UNNotificationServiceExtension
@end

NS_ASSUME_NONNULL_END
