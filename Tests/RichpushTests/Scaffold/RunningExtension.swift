import TestSupport

/// The Swift extension at work on Linux: a program of it, the stub modules and a stand-in for the system, built once.
///
/// `RunningExtension.run` gives one line for each time that the system's handler is called: what the notification would show.
actor RunningExtension {
  private static let shared = RunningExtension()

  private var built: Task<TemporaryFolder, any Error>?

  /// What Firebase's helper makes of a notification, or what else happens to it.
  enum Course: String {
    /// The helper returns its own file.
    case helped
    /// The helper comes back without a file.
    case failed
    /// The same after 9.9 seconds, and after 10.
    case failedInTime, failedLate
    /// The helper comes back twice.
    case twice
    /// The helper never comes back, and the system's time is over twice.
    case silent
    /// A thousand times: the helper and the end of time come at once, on two threads.
    case race
  }

  /// - Parameter image: what stands in `fcm_options.image`; nil for nothing.
  static func run(_ course: Course, image: String?) async throws -> [String] {
    let folder = try await shared.folder()
    let output = try await Program(folder.absolute("extension")).run(
      [course.rawValue] + (image.map { [$0] } ?? []), environment: ["TMPDIR": folder.path],
      workingDirectory: folder.path)
    guard output.status == 0 else { throw ProgramError.failed("extension", stderr: output.stderr) }
    return output.stdout.split(separator: "\n").map(String.init)
  }

  private func folder() async throws -> TemporaryFolder {
    let task = built ?? Task { try await Self.build() }
    built = task
    return try await task.value
  }

  private static func build() async throws -> TemporaryFolder {
    let modules = try await StubModules.shared.folder().path
    let folder = TemporaryFolder()
    try folder.write(system, to: "main.swift")
    let richpush = try RichpushBinary.path()
    try await folder.make([
      [richpush, "scaffold", "ios-extension", "--output", "."],
      ["swiftc", "-swift-version", "5", "-module-name", "NotificationService", "-I", modules]
        + ["NotificationService.swift", "AttachmentDownload.swift", "main.swift"]
        + ["\(modules)/UserNotifications.o", "\(modules)/FirebaseMessaging.o", "-o", "extension"],
    ])
    return folder
  }

  /// Its own clock replaces the system's in the module of the extension.
  private static let system = #"""
    import FirebaseMessaging
    import Foundation
    import UserNotifications

    struct ProcessInfo {
      nonisolated(unsafe) static var processInfo = ProcessInfo()
      var systemUptime: TimeInterval = 1000
    }

    final class Shown: @unchecked Sendable {
      private let lock = NSLock()
      private var lines: [String] = []
      let first = DispatchSemaphore(value: 0)

      func add(_ content: UNNotificationContent) {
        let files = content.attachments.map { file in
          let length = (try? Data(contentsOf: file.url))?.count
          return " \(file.url.pathExtension) \(length.map(String.init) ?? "elsewhere")"
        }
        lock.lock()
        lines.append(content.title + files.joined())
        lock.unlock()
        first.signal()
      }

      var all: [String] {
        lock.lock()
        defer { lock.unlock() }
        return lines
      }
    }

    let course = CommandLine.arguments[1]
    let image = CommandLine.arguments.dropFirst(2).first
    let shown = Shown()
    nonisolated(unsafe) var comeBack: () -> Void = {}

    Messaging.populate = { content, handler in
      switch course {
      case "helped", "twice":
        content.attachments = [try! UNNotificationAttachment(identifier: "", url: URL(fileURLWithPath: "/helper.jpg"))]
        handler(content)
        if course == "twice" { handler(content) }
      case "failedInTime", "failedLate":
        ProcessInfo.processInfo.systemUptime += course == "failedLate" ? 10 : 9.9
        handler(content)
      case "race": comeBack = { handler(content) }
      case "silent": break
      default: handler(content)
      }
    }

    func receive() -> NotificationService {
      let service = NotificationService()
      let userInfo: [AnyHashable: Any] = image.map { ["fcm_options": ["image": $0] as [String: Any]] } ?? [:]
      let request = UNNotificationRequest(UNNotificationContent(title: "text", userInfo: userInfo))
      service.didReceive(request) { shown.add($0) }
      return service
    }

    switch course {
    case "race":
      for _ in 0..<1000 {
        let service = receive()
        DispatchQueue.concurrentPerform(iterations: 2) { $0 == 0 ? comeBack() : service.serviceExtensionTimeWillExpire() }
      }
    case "silent":
      let service = receive()
      service.serviceExtensionTimeWillExpire()
      service.serviceExtensionTimeWillExpire()
    default:
      let service = receive()
      shown.first.wait()
      service.serviceExtensionTimeWillExpire()
    }
    print(shown.all.joined(separator: "\n"))

    """#
}
