// From `richpush scaffold ios-extension`, and yours to change.

#import "{{name}}.h"

#import "AttachmentDownload.h"

#if __has_include(<FirebaseMessaging/FirebaseMessaging.h>)
#import <FirebaseMessaging/FirebaseMessaging.h>
#else
@import FirebaseMessaging;
#endif

NS_ASSUME_NONNULL_BEGIN

// Whether to load the file once more when Firebase's helper came back without it.
//
// It is worth while where the helper was quick to fail. It goes by the name that the server gives a file, so that one
// without an extension, or with a wrong one, is lost though its bytes are sound; and a connection may break. For a
// missing file it costs one short request. Where the helper took long the connection is slow, nothing would arrive in
// what is left of the 30 seconds, and the text is shown at once. There is no third try.

/// Seconds after the start within which the second try must begin.
static const NSTimeInterval LatestStart = 10;
/// Seconds that it may take. What the helper loaded within `LatestStart` has time enough to arrive again.
static const NSTimeInterval LongestTry = 15;

@interface {{name}} ()
// Both only while synchronized. The helper, the second try and the system's last call come on threads of their own: the
// first of them calls the handler, and no other calls it again.
@property(nonatomic, copy, nullable) UNNotificationContent *text;
@property(nonatomic, copy, nullable) void (^handler)(UNNotificationContent *);
@end

@implementation {{name}}

- (void)didReceiveNotificationRequest:(UNNotificationRequest *)request
                   withContentHandler:(void (^)(UNNotificationContent *))contentHandler {
  UNMutableNotificationContent *content = [request.content mutableCopy];
  // Here is the place to change the title, the body, the sound or the category of `content`.

  // A copy, since the helper goes on to change `content` on its own thread.
  @synchronized(self) {
    self.text = content;
    self.handler = contentHandler;
  }
  NSURL *url = [self URLInContent:content];
  NSTimeInterval start = NSProcessInfo.processInfo.systemUptime;
  [[FIRMessaging extensionHelper]
      populateNotificationContent:content
               withContentHandler:^(UNNotificationContent *populated) {
                 BOOL hasTime = NSProcessInfo.processInfo.systemUptime - start < LatestStart;
                 if (populated.attachments.count == 0 && url != nil && hasTime) {
                   [AttachmentDownload startWithURL:url
                                            seconds:LongestTry
                                         completion:^(UNNotificationAttachment *_Nullable attachment) {
                                           [self finishAttaching:attachment];
                                         }];
                 } else {
                   [self finishWithContent:populated];
                 }
               }];
}

/// The system's last call. What is still loading comes too late.
- (void)serviceExtensionTimeWillExpire {
  [self finishAttaching:nil];
}

/// Nil when the message names no file.
- (nullable NSURL *)URLInContent:(UNNotificationContent *)content {
  id options = content.userInfo[@"fcm_options"];
  id text = [options isKindOfClass:NSDictionary.class] ? options[@"image"] : nil;
  return [text isKindOfClass:NSString.class] ? [NSURL URLWithString:text] : nil;
}

/// Shows the text, with the attachment if there is one.
- (void)finishAttaching:(nullable UNNotificationAttachment *)attachment {
  UNMutableNotificationContent *content;
  @synchronized(self) {
    content = [self.text mutableCopy];
  }
  if (attachment != nil) {
    content.attachments = @[ attachment ];
  }
  [self finishWithContent:content];
}

/// Shows the notification the first time it is called.
- (void)finishWithContent:(UNNotificationContent *)content {
  void (^handler)(UNNotificationContent *);
  @synchronized(self) {
    handler = self.handler;
    self.handler = nil;
  }
  if (handler != nil) {
    handler(content);
  }
}

@end

NS_ASSUME_NONNULL_END
