import Ccurl

/// A text that nobody may see: no description, dump or interpolation of it, or of a value that holds it, has it. Its bytes are overwritten
/// when nobody refers to them any more.
public struct Secret: Hashable, Sendable {
  private let bytes: SecretBytes

  public init(_ text: String) { bytes = SecretBytes(text) }

  /// A copy of the text, for the one place that sends it. Who takes it does not keep it: nobody overwrites that.
  public var text: String { bytes.text }

  public static func == (first: Secret, second: Secret) -> Bool { first.text == second.text }

  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "<secret>" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Bytes in a place of their own, which nothing moves or copies. They never change, so that all may read them.
@safe private final class SecretBytes: @unchecked Sendable {
  private let place: UnsafeMutableBufferPointer<UInt8>

  init(_ text: String) {
    unsafe place = .allocate(capacity: text.utf8.count)
    _ = unsafe place.initialize(fromContentsOf: text.utf8)
  }

  deinit {
    unsafe ccurl_overwrite(place.baseAddress, place.count)
    unsafe place.deallocate()
  }

  var text: String { unsafe String(decoding: place, as: UTF8.self) }
}
