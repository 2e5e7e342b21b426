// From `richpush scaffold ios-extension`, and yours to change.

#import "AttachmentDownload.h"

NS_ASSUME_NONNULL_BEGIN

// The most bytes that are attached (https://developer.apple.com/documentation/usernotifications/unnotificationattachment).
static const unsigned long long MostBytesOfPicture = 10000000;
static const unsigned long long MostBytesOfMovie = 50000000;

/// How many bytes tell a type.
static const NSUInteger SignatureLength = 12;

/// The length of a box, `ftyp`, a brand. QuickTime and HEIC begin in the same way, with brands of their own.
static BOOL IsMP4(const unsigned char *bytes) {
  if (memcmp(bytes + 4, "ftyp", 4) != 0) return NO;
  const char *brands[] = {"iso", "mp4", "M4V", "avc"};
  for (int i = 0; i < 4; i++) {
    if (memcmp(bytes + 8, brands[i], 3) == 0) return YES;
  }
  return NO;
}

/// The extension of the types of richpush's attachments; nil for anything else. Apple's systems attach more: those need a
/// name that the server gives them rightly, and Firebase's helper then shows them.
static NSString *_Nullable ExtensionForSignature(NSData *_Nullable signature) {
  if (signature.length < SignatureLength) return nil;
  const unsigned char *bytes = signature.bytes;
  if (memcmp(bytes, "\xFF\xD8\xFF", 3) == 0) return @"jpg";
  if (memcmp(bytes, "\x89PNG\r\n\x1A\n", 8) == 0) return @"png";
  if (memcmp(bytes, "GIF8", 4) == 0) return @"gif";
  return IsMP4(bytes) ? @"mp4" : nil;
}

@interface AttachmentDownload () <NSURLSessionDownloadDelegate>
@property(nonatomic, copy) void (^completion)(UNNotificationAttachment *_Nullable);
// Only on the session's queue, which does one thing at a time.
@property(nonatomic, strong, nullable) UNNotificationAttachment *attachment;
@end

@implementation AttachmentDownload

+ (void)startWithURL:(NSURL *)url
             seconds:(NSTimeInterval)seconds
          completion:(void (^)(UNNotificationAttachment *_Nullable))completion {
  // No cache and no cookies.
  NSURLSessionConfiguration *configuration = NSURLSessionConfiguration.ephemeralSessionConfiguration;
  configuration.timeoutIntervalForRequest = seconds;
  configuration.timeoutIntervalForResource = seconds;
  AttachmentDownload *download = [[AttachmentDownload alloc] init];
  download.completion = completion;
  NSURLSession *session = [NSURLSession sessionWithConfiguration:configuration
                                                        delegate:download
                                                   delegateQueue:nil];
  [[session downloadTaskWithURL:url] resume];
  // The session keeps its delegate until the task has ended, and then lets go of it.
  [session finishTasksAndInvalidate];
}

/// The length may be announced or not be true: what counts is what has come.
- (void)URLSession:(NSURLSession *)session
             downloadTask:(NSURLSessionDownloadTask *)task
             didWriteData:(int64_t)bytesWritten
        totalBytesWritten:(int64_t)totalBytesWritten
    totalBytesExpectedToWrite:(int64_t)totalBytesExpectedToWrite {
  if (MAX(totalBytesWritten, totalBytesExpectedToWrite) > (int64_t)MostBytesOfMovie) [task cancel];
}

/// The file is gone when this returns.
- (void)URLSession:(NSURLSession *)session
                 downloadTask:(NSURLSessionDownloadTask *)task
    didFinishDownloadingToURL:(NSURL *)location {
  // With any other status comes a page about an error.
  id response = task.response;
  if ([response isKindOfClass:NSHTTPURLResponse.class] && [response statusCode] == 200) {
    self.attachment = [self attachmentOfFile:location];
  }
}

/// The last call, whatever happened.
- (void)URLSession:(NSURLSession *)session
                    task:(NSURLSessionTask *)task
    didCompleteWithError:(nullable NSError *)error {
  self.completion(self.attachment);
}

/// Apple's systems tell what a file is by its extension, so it gets the one of its bytes.
- (nullable UNNotificationAttachment *)attachmentOfFile:(NSURL *)location {
  NSFileManager *files = NSFileManager.defaultManager;
  NSFileHandle *file = [NSFileHandle fileHandleForReadingFromURL:location error:nil];
  NSString *extension = ExtensionForSignature([file readDataUpToLength:SignatureLength error:nil]);
  [file closeAndReturnError:nil];
  unsigned long long size = [files attributesOfItemAtPath:location.path error:nil].fileSize;
  BOOL isMovie = [extension isEqualToString:@"mp4"];
  if (extension == nil || size > (isMovie ? MostBytesOfMovie : MostBytesOfPicture)) return nil;

  NSString *name = [NSUUID.UUID.UUIDString stringByAppendingPathExtension:extension];
  NSURL *url = [files.temporaryDirectory URLByAppendingPathComponent:name];
  if (![files moveItemAtURL:location toURL:url error:nil]) return nil;
  // The system moves the file to a place of its own once the notification is shown.
  UNNotificationAttachment *attachment = [UNNotificationAttachment attachmentWithIdentifier:@""
                                                                                        URL:url
                                                                                    options:nil
                                                                                      error:nil];
  if (attachment == nil) [files removeItemAtURL:url error:nil];
  return attachment;
}

@end

NS_ASSUME_NONNULL_END
