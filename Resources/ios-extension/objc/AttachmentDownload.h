// From `richpush scaffold ios-extension`, and yours to change.

#import <UserNotifications/UserNotifications.h>

NS_ASSUME_NONNULL_BEGIN

/// Loads the file of a notification: straight to disk, so that its size takes no memory, and no more of it than is shown.
@interface AttachmentDownload : NSObject

/// @param seconds When it gives up.
/// @param completion Called once, on a queue of its own; with nil when there is nothing that could be shown.
+ (void)startWithURL:(NSURL *)url
             seconds:(NSTimeInterval)seconds
          completion:(void (^)(UNNotificationAttachment *_Nullable attachment))completion;

@end

NS_ASSUME_NONNULL_END
