// Foundation's values for bytes, dates, URLs, JSON and files, and the C library, which it re-exports. zlib and libyaml are in the folders here.
//
// On Linux these are a separate library. The rest of Foundation brings ICU, formatters, XML and much more: one file that imports it
// doubles the size of a program with Swift's runtime. So every file imports this module instead. On Apple's systems Foundation is part
// of the system.

#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif

#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Glibc
#endif

extension Sequence<UInt8> {
  /// Two lower-case digits for each byte.
  public var hexadecimal: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * underestimatedCount)
    for byte in self {
      digits.append(hexadecimalDigits[Int(byte >> 4)])
      digits.append(hexadecimalDigits[Int(byte & 15)])
    }
    return String(decoding: digits, as: UTF8.self)
  }
}

private let hexadecimalDigits = Array("0123456789abcdef".utf8)
