import Cvips

/// libvips in this process.
public enum VipsLibrary {
  /// Starts libvips once, for a process that works on one picture at a time, with only the loaders of `Loader` enabled.
  /// Safe to call again.
  public static func start() throws(VipsError) {
    guard started else { throw VipsError(operation: "start", detail: "vips_init failed") }
  }

  /// The version of the loaded libvips, such as `8.14.1`. Part of the render cache's key: other encoders make other
  /// bytes.
  public static var version: String { "\(vips_version(0)).\(vips_version(1)).\(vips_version(2))" }

  /// Drops the error text of a successful operation, so that the next failure does not report it.
  public static func forgetErrors() { _ = VipsError.take("") }

  /// Serializes decoding among its callers, and drops the error text at the end. The whole process has one, which another decoder's caller
  /// must not read. A worker does one job at a time anyway.
  public static func decodingAlone<Result: ~Copyable>(_ body: () throws -> Result) rethrows -> Result {
    turn.lock()
    defer {
      forgetErrors()
      turn.unlock()
    }
    return try body()
  }

  private static let turn = RecursiveLock()

  /// Runs a strict decoding, and refuses what libvips does not: libvips checks its JPEG decoder's warnings only before the
  /// next eight rows, so never those of the last. Their text stays behind.
  /// - Throws: what `body` throws, or `VipsError` with that text.
  public static func refusingLateErrors<Result: ~Copyable>(_ body: () throws -> Result) throws -> Result {
    try decodingAlone {
      forgetErrors()
      let result = try body()
      let error = VipsError.take("decode")
      guard !error.detail.hasPrefix("VipsJpeg") else { throw error }
      return result
    }
  }

  /// The exit status of a process whose GLib ran out of memory.
  public static let outOfMemoryStatus = Int32(CVIPS_OUT_OF_MEMORY_STATUS)

  private static let started: Bool = {
    guard unsafe cvips_start("richpush") == 0 else { return false }
    cvips_silence_log()
    // First all, then the few: a new loader of libvips stays off until it is listed here.
    unsafe cvips_block_operation("VipsForeignLoad", 1)
    for name in Loader.allowedOperations { unsafe cvips_block_operation(name, 0) }
    return true
  }()
}

/// libvips' error for a failed operation. Its text is detail for people. Only the wording and choice of a diagnostic
/// may depend on it.
public struct VipsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The failed operation, in this module's words.
  public let operation: String
  /// libvips' own words.
  public let detail: String

  public init(operation: String, detail: String) { (self.operation, self.detail) = (operation, detail) }

  /// Takes libvips' process-wide error text, so that the next operation does not find it.
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

/// GLib's recursive lock, which its owner may take again. There is one per process, and it is never freed.
@safe struct RecursiveLock: @unchecked Sendable {
  private let pointer: UnsafeMutablePointer<GRecMutex>

  init() {
    unsafe pointer = .allocate(capacity: 1)
    unsafe g_rec_mutex_init(pointer)
  }

  /// Waits until other threads release it.
  func lock() { unsafe g_rec_mutex_lock(pointer) }

  /// Releases it; call it once for each `lock()`.
  func unlock() { unsafe g_rec_mutex_unlock(pointer) }
}

/// The fonts that draw an SVG document's text on this machine.
public enum DrawingFonts {
  /// The first of a text's characters that installed fonts lack, each once and at most so many; they are drawn as boxes.
  public static func missing(from text: String, atMost count: Int) -> [Unicode.Scalar] {
    guard unsafe cvips_unknown_characters(text) > 0 else { return [] }
    var (seen, missing): (Set<Unicode.Scalar>, [Unicode.Scalar]) = ([], [])
    for scalar in text.unicodeScalars where missing.count < count && seen.insert(scalar).inserted {
      if unsafe cvips_unknown_characters(String(Character(scalar))) > 0 { missing.append(scalar) }
    }
    return missing
  }

  /// The family that is drawn instead of this one; nil for itself, or one of the same widths.
  public static func substitute(for family: String) -> String? {
    guard let name = unsafe cvips_drawn_family(family) else { return nil }
    defer { unsafe cvips_free(name) }
    let found = unsafe String(cString: name)
    let isSame = found.lowercased() == family.lowercased() || alike.contains { found.hasPrefix($0) }
    return isSame || found.isEmpty ? nil : found
  }

  /// Fonts designed to replace Arial, Helvetica, Times, Courier, Calibri and Cambria.
  private static let alike = ["Liberation", "Arimo", "Tinos", "Cousine", "Nimbus", "Carlito", "Caladea", "TeX Gyre"]
}
