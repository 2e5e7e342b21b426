import Foundation
import FuzzSupport

/// Tries inputs, or with FUZZ_FACTS set tells what headers say of the files that standard input names.
@_cdecl("Fuzz_main")
public func begin(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
  guard ProcessInfo.processInfo.environment["FUZZ_FACTS"] == nil else {
    listFacts()
    return 0
  }
  return fuzz(FuzzTarget.all, count, arguments)
}
