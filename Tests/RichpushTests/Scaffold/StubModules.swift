import TestSupport

/// Stand-ins for the modules that the extension imports, with the parts of them that it uses, built once.
actor StubModules {
  static let shared = StubModules()

  private var built: Task<TemporaryFolder, any Error>?

  /// The folder with the modules and their object files.
  func folder() async throws -> TemporaryFolder {
    let task = built ?? Task { try await Self.build() }
    built = task
    return try await task.value
  }

  private static func build() async throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for (module, text) in [("UserNotifications", userNotifications), ("FirebaseMessaging", firebaseMessaging)] {
      try folder.write(text, to: module + ".swift")
      try await folder.make([
        [
          "swiftc", "-parse-as-library", "-swift-version", "5", "-I", ".", "-module-name", module, "-emit-module", "-c",
          module + ".swift", "-o", module + ".o",
        ]
      ])
    }
    return folder
  }

  private static let userNotifications = """
    @_exported import Foundation
    #if canImport(FoundationNetworking)
      @_exported import FoundationNetworking
    #endif

    open class UNNotificationAttachment: NSObject {
      public let url: URL

      public init(identifier: String, url: URL, options: [AnyHashable: Any]? = nil) throws { self.url = url }
    }

    open class UNNotificationContent: NSObject, NSCopying {
      public fileprivate(set) var title: String
      public let userInfo: [AnyHashable: Any]
      public fileprivate(set) var attachments: [UNNotificationAttachment] = []

      public init(title: String, userInfo: [AnyHashable: Any]) {
        self.title = title
        self.userInfo = userInfo
      }

      fileprivate init(copying other: UNNotificationContent) {
        title = other.title
        userInfo = other.userInfo
        attachments = other.attachments
      }

      open func copy(with zone: NSZone? = nil) -> Any { UNNotificationContent(copying: self) }
      open override func copy() -> Any { copy(with: nil) }
      open override func mutableCopy() -> Any { UNMutableNotificationContent(copying: self) }
    }

    open class UNMutableNotificationContent: UNNotificationContent {
      open override var title: String {
        get { super.title }
        set { super.title = newValue }
      }
      open override var attachments: [UNNotificationAttachment] {
        get { super.attachments }
        set { super.attachments = newValue }
      }
    }

    open class UNNotificationRequest: NSObject {
      public let content: UNNotificationContent

      public init(_ content: UNNotificationContent) { self.content = content }
    }

    open class UNNotificationServiceExtension: NSObject {
      public override init() {}

      open func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
      ) {}

      open func serviceExtensionTimeWillExpire() {}
    }

    """

  /// The helper does what the program that it is linked to wants it to.
  private static let firebaseMessaging = """
    import UserNotifications

    public typealias Handler = (UNNotificationContent) -> Void

    public final class Messaging: NSObject {
      nonisolated(unsafe) public static var populate: (UNMutableNotificationContent, @escaping Handler) -> Void = { $1($0) }

      public static func serviceExtension() -> MessagingExtensionHelper { MessagingExtensionHelper() }
    }

    public final class MessagingExtensionHelper: NSObject {
      public func populateNotificationContent(
        _ content: UNMutableNotificationContent, withContentHandler contentHandler: @escaping Handler
      ) {
        Messaging.populate(content, contentHandler)
      }
    }

    """
}
