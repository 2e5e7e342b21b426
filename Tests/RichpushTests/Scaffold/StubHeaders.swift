/// Stand-ins for the headers that the extension imports, with the parts of them that it uses.
enum StubHeaders {
  /// By their paths.
  static let all = [
    "Foundation/Foundation.h": foundation, "UserNotifications/UserNotifications.h": userNotifications,
    "FirebaseMessaging/FirebaseMessaging.h": firebaseMessaging,
  ]

  private static let foundation = """
    #define NS_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
    #define NS_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
    #define MAX(A, B) ((A) > (B) ? (A) : (B))
    #define YES ((BOOL)1)
    #define NO ((BOOL)0)
    #define nil ((void *)0)

    NS_ASSUME_NONNULL_BEGIN

    typedef signed char BOOL;
    typedef unsigned long NSUInteger;
    typedef long NSInteger;
    typedef double NSTimeInterval;
    typedef long long int64_t;

    int memcmp(const void *, const void *, unsigned long);

    @class NSOperationQueue, NSURLSession;

    __attribute__((objc_root_class)) @interface NSObject
    + (instancetype)alloc;
    - (instancetype)init;
    + (Class)class;
    - (BOOL)isKindOfClass:(Class)aClass;
    - (id)mutableCopy;
    @end

    @interface NSError : NSObject
    @end

    @interface NSString : NSObject
    - (BOOL)isEqualToString:(NSString *)other;
    - (nullable NSString *)stringByAppendingPathExtension:(NSString *)extension;
    @end

    @interface NSArray<Element> : NSObject
    @property(readonly) NSUInteger count;
    + (instancetype)arrayWithObjects:(const Element _Nonnull[_Nullable])objects count:(NSUInteger)count;
    @end

    @interface NSDictionary<Key, Value> : NSObject
    - (nullable Value)objectForKeyedSubscript:(Key)key;
    - (unsigned long long)fileSize;
    @end

    @interface NSData : NSObject
    @property(readonly) NSUInteger length;
    @property(readonly) const void *bytes;
    @end

    @interface NSURL : NSObject
    @property(readonly, copy, nullable) NSString *path;
    + (nullable instancetype)URLWithString:(NSString *)text;
    - (nullable NSURL *)URLByAppendingPathComponent:(NSString *)component;
    @end

    @interface NSProcessInfo : NSObject
    @property(class, readonly) NSProcessInfo *processInfo;
    @property(readonly) NSTimeInterval systemUptime;
    @end

    @interface NSUUID : NSObject
    @property(readonly, copy) NSString *UUIDString;
    + (instancetype)UUID;
    @end

    @interface NSFileHandle : NSObject
    + (nullable instancetype)fileHandleForReadingFromURL:(NSURL *)url error:(NSError **)error;
    - (nullable NSData *)readDataUpToLength:(NSUInteger)length error:(NSError **)error;
    - (BOOL)closeAndReturnError:(NSError **)error;
    @end

    @interface NSFileManager : NSObject
    @property(class, readonly) NSFileManager *defaultManager;
    @property(readonly, copy) NSURL *temporaryDirectory;
    - (nullable NSDictionary<NSString *, id> *)attributesOfItemAtPath:(NSString *)path error:(NSError **)error;
    - (BOOL)moveItemAtURL:(NSURL *)source toURL:(NSURL *)target error:(NSError **)error;
    - (BOOL)removeItemAtURL:(NSURL *)url error:(NSError **)error;
    @end

    @interface NSURLResponse : NSObject
    @end

    @interface NSHTTPURLResponse : NSURLResponse
    @property(readonly) NSInteger statusCode;
    @end

    @interface NSURLSessionTask : NSObject
    @property(readonly, copy, nullable) NSURLResponse *response;
    - (void)resume;
    - (void)cancel;
    @end

    @interface NSURLSessionDownloadTask : NSURLSessionTask
    @end

    @interface NSURLSessionConfiguration : NSObject
    @property(class, readonly) NSURLSessionConfiguration *ephemeralSessionConfiguration;
    @property NSTimeInterval timeoutIntervalForRequest;
    @property NSTimeInterval timeoutIntervalForResource;
    @end

    @protocol NSURLSessionDownloadDelegate
    - (void)URLSession:(NSURLSession *)session
                     downloadTask:(NSURLSessionDownloadTask *)downloadTask
        didFinishDownloadingToURL:(NSURL *)location;
    @optional
    - (void)URLSession:(NSURLSession *)session
                     downloadTask:(NSURLSessionDownloadTask *)downloadTask
                     didWriteData:(int64_t)bytesWritten
                totalBytesWritten:(int64_t)totalBytesWritten
        totalBytesExpectedToWrite:(int64_t)totalBytesExpectedToWrite;
    - (void)URLSession:(NSURLSession *)session
                        task:(NSURLSessionTask *)task
        didCompleteWithError:(nullable NSError *)error;
    @end

    @interface NSURLSession : NSObject
    + (NSURLSession *)sessionWithConfiguration:(NSURLSessionConfiguration *)configuration
                                      delegate:(nullable id<NSURLSessionDownloadDelegate>)delegate
                                 delegateQueue:(nullable NSOperationQueue *)queue;
    - (NSURLSessionDownloadTask *)downloadTaskWithURL:(NSURL *)url;
    - (void)finishTasksAndInvalidate;
    @end

    NS_ASSUME_NONNULL_END

    """

  private static let userNotifications = """
    #import <Foundation/Foundation.h>

    NS_ASSUME_NONNULL_BEGIN

    @interface UNNotificationAttachment : NSObject
    + (nullable instancetype)attachmentWithIdentifier:(NSString *)identifier
                                                  URL:(NSURL *)url
                                              options:(nullable NSDictionary *)options
                                                error:(NSError **)error;
    @end

    @interface UNNotificationContent : NSObject
    @property(readonly, copy) NSDictionary *userInfo;
    @property(readonly, copy) NSArray<UNNotificationAttachment *> *attachments;
    @end

    @interface UNMutableNotificationContent : UNNotificationContent
    @property(copy) NSArray<UNNotificationAttachment *> *attachments;
    @end

    @interface UNNotificationRequest : NSObject
    @property(readonly, copy) UNNotificationContent *content;
    @end

    @interface UNNotificationServiceExtension : NSObject
    - (void)didReceiveNotificationRequest:(UNNotificationRequest *)request
                       withContentHandler:(void (^)(UNNotificationContent *contentToDeliver))contentHandler;
    - (void)serviceExtensionTimeWillExpire;
    @end

    NS_ASSUME_NONNULL_END

    """

  private static let firebaseMessaging = """
    #import <UserNotifications/UserNotifications.h>

    NS_ASSUME_NONNULL_BEGIN

    @interface FIRMessagingExtensionHelper : NSObject
    - (void)populateNotificationContent:(UNMutableNotificationContent *)content
                     withContentHandler:(void (^)(UNNotificationContent *))contentHandler;
    @end

    @interface FIRMessaging : NSObject
    + (FIRMessagingExtensionHelper *)extensionHelper;
    @end

    NS_ASSUME_NONNULL_END

    """
}
