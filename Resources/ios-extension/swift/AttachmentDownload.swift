// From `richpush scaffold ios-extension`, and yours to change.

import Foundation
import UserNotifications

/// Loads the file of a notification: straight to disk, so that its size takes no memory, and no more of it than is shown.
final class AttachmentDownload: NSObject, URLSessionDownloadDelegate, @unchecked Sendable {
  private let completion: (UNNotificationAttachment?) -> Void
  // Only on the session's queue, which does one thing at a time.
  private var attachment: UNNotificationAttachment?

  /// - Parameters:
  ///   - seconds: when it gives up.
  ///   - completion: called once, on the session's queue; with nil when there is nothing that could be shown.
  static func start(_ url: URL, seconds: TimeInterval, completion: @escaping (UNNotificationAttachment?) -> Void) {
    // No cache and no cookies.
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = seconds
    configuration.timeoutIntervalForResource = seconds
    let download = AttachmentDownload(completion)
    let session = URLSession(configuration: configuration, delegate: download, delegateQueue: nil)
    session.downloadTask(with: url).resume()
    // The session keeps its delegate until the task has ended, and then lets go of it.
    session.finishTasksAndInvalidate()
  }

  private init(_ completion: @escaping (UNNotificationAttachment?) -> Void) { self.completion = completion }

  /// The length may be announced or not be true: what counts is what has come.
  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
    totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
  ) {
    if max(totalBytesWritten, totalBytesExpectedToWrite) > FileType.mostBytes { downloadTask.cancel() }
  }

  /// The file is gone when this returns.
  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
  ) {
    // With any other status comes a page about an error.
    guard (downloadTask.response as? HTTPURLResponse)?.statusCode == 200 else { return }
    attachment = try? Self.attach(location)
  }

  /// The last call, whatever happened.
  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    completion(attachment)
  }

  /// Apple's systems tell what a file is by its extension, so it gets the one of its bytes.
  private static func attach(_ location: URL) throws -> UNNotificationAttachment? {
    let file = try FileHandle(forReadingFrom: location)
    defer { try? file.close() }
    guard let start = try file.read(upToCount: FileType.signatureLength), let type = FileType(start),
      try file.seekToEnd() <= type.mostBytes
    else { return nil }
    let name = UUID().uuidString + "." + type.rawValue
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    try FileManager.default.moveItem(at: location, to: url)
    do {
      // The system moves the file to a place of its own once the notification is shown.
      return try UNNotificationAttachment(identifier: "", url: url, options: nil)
    } catch {
      try? FileManager.default.removeItem(at: url)
      throw error
    }
  }
}

/// The types of richpush's attachments, by their extension. Apple's systems attach more: those need a name that the server
/// gives them rightly, and Firebase's helper then shows them.
private enum FileType: String {
  case jpg, png, gif, mp4

  /// How many bytes tell a type.
  static let signatureLength = 12

  /// The most bytes of any file.
  static let mostBytes: Int64 = 50000000

  /// The most bytes that are attached (https://developer.apple.com/documentation/usernotifications/unnotificationattachment).
  var mostBytes: UInt64 { self == .mp4 ? 50000000 : 10000000 }

  /// - Returns: nil for anything else.
  init?(_ signature: Data) {
    let bytes = [UInt8](signature)
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpg
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: Array("GIF8".utf8)) {
      self = .gif
    } else if Self.isMP4(bytes) {
      self = .mp4
    } else {
      return nil
    }
  }

  /// The length of a box, `ftyp`, a brand. QuickTime and HEIC begin in the same way, with brands of their own.
  private static func isMP4(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == signatureLength, bytes[4..<8].elementsEqual("ftyp".utf8) else { return false }
    return ["iso", "mp4", "M4V", "avc"].contains(String(decoding: bytes[8..<11], as: UTF8.self))
  }
}
