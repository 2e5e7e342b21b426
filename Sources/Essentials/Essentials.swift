// What Foundation would give: its values for bytes, dates, URLs, JSON and files, and the C library, which it re-exports.
//
// On Linux the values are a library of their own. The rest of Foundation brings ICU, formatters, XML and much else along, and a program
// that holds Swift's runtime becomes twice as large by one file that imports it. So every file imports this module instead. On Apple's
// systems Foundation is there anyway.

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
