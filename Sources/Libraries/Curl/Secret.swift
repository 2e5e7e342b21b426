import Ccurl

/// A secret text: no description, dump or interpolation of it, or of a value that holds it, shows it. Its bytes are overwritten after the
/// last reference goes.
public struct Secret: Hashable, Sendable {
  private let bytes: SecretBytes

  public init(_ text: String) { bytes = SecretBytes(text) }

  /// A copy of the text, for the one place that sends it. Do not keep it: it is not overwritten.
  public var text: String { bytes.text }

  public static func == (first: Secret, second: Secret) -> Bool { first.text == second.text }

  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "<secret>" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Bytes in their own memory, which are never moved or copied. They never change, so that all threads may read them.
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
