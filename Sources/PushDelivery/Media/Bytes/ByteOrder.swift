/// The order in which the bytes of a number lie in a file.
package enum ByteOrder: Hashable, Sendable {
  /// The most significant byte first.
  case big
  /// The least significant byte first.
  case little
}
