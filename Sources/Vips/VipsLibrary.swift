import Cvips

/// libvips in this process.
public enum VipsLibrary {
  /// Starts libvips once, for a process that works on one picture at a time, with every loader switched off but those of
  /// `Loader`. Safe to call again.
  ///
  /// - Throws: `VipsError` when libvips cannot start.
  public static func start() throws(VipsError) {
    guard started else { throw VipsError(operation: "start", detail: "vips_init failed") }
  }

  /// The version of libvips that is loaded, such as `8.14.1`. Part of the render cache's key: another encoder makes
  /// other bytes.
  public static var version: String {
    "\(vips_version(0)).\(vips_version(1)).\(vips_version(2))"
  }

  /// Drops error text that an operation left behind although it succeeded, so that the next failure does not report it.
  public static func forgetErrors() { _ = VipsError.take("") }

  /// Lets nobody else decode meanwhile who does it in this way too. The whole process has one error text, and what one decoder leaves
  /// there must not be taken for another's. A worker does one job at a time anyway.
  public static func decodingAlone<Result: ~Copyable>(_ body: () throws -> Result) rethrows -> Result {
    turn.lock()
    defer { turn.unlock() }
    return try body()
  }

  private static let turn = RecursiveLock()

  /// Does something that decodes a picture strictly, and refuses what libvips itself does not: it looks at the warnings of
  /// its JPEG decoder before it reads the next eight rows, and so never at those about the last. Their words it leaves behind.
  ///
  /// - Throws: what `body` throws, or `VipsError` with those words.
  public static func refusingLateErrors<Result: ~Copyable>(_ body: () throws -> Result) throws -> Result {
    try decodingAlone {
      forgetErrors()
      let result = try body()
      let error = VipsError.take("decode")
      guard !error.detail.hasPrefix("VipsJpeg") else { throw error }
      return result
    }
  }

  /// The exit status of a process in which GLib could not get memory.
  public static let outOfMemoryStatus = Int32(CVIPS_OUT_OF_MEMORY_STATUS)

  private static let started: Bool = {
    guard unsafe cvips_start("richpush") == 0 else { return false }
    cvips_silence_log()
    // All first, then the few: a loader that libvips gains later stays off until it is named here.
    unsafe cvips_block_operation("VipsForeignLoad", 1)
    for name in Loader.allowedOperations { unsafe cvips_block_operation(name, 0) }
    return true
  }()
}

/// What libvips said when an operation failed. Its text is detail for people. Nothing but the wording of
/// a diagnostic, and which one it is, may depend on it.
public struct VipsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The operation that failed, in the words of this module.
  public let operation: String
  /// libvips' own words.
  public let detail: String

  public init(operation: String, detail: String) {
    self.operation = operation
    self.detail = detail
  }

  /// Takes libvips' process-wide error text, which the next operation must not find.
  static func take(_ operation: String) -> VipsError {
    guard let text = unsafe cvips_take_error() else { return VipsError(operation: operation, detail: "") }
    defer { unsafe cvips_free(text) }
    let lines = unsafe String(cString: text).split(separator: "\n").map(String.init)
    return VipsError(
      operation: operation,
      detail: lines.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }.joined(separator: "; "))
  }

  public var description: String { "\(operation): \(detail)" }
}

/// A lock that a thread which has it may take once more, as GLib has it. There is one for the whole process, and it is never freed.
@safe struct RecursiveLock: @unchecked Sendable {
  private let pointer: UnsafeMutablePointer<GRecMutex>

  init() {
    unsafe pointer = .allocate(capacity: 1)
    unsafe g_rec_mutex_init(pointer)
  }

  /// Waits until no other thread has it.
  func lock() { unsafe g_rec_mutex_lock(pointer) }

  /// Gives it back, once for each time that it was taken.
  func unlock() { unsafe g_rec_mutex_unlock(pointer) }
}
