import Foundation

/// Runs libFuzzer (https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library) with the one of the targets that the variable
/// FUZZ_TARGET names; without it the names of all are printed.
///
/// SwiftPM calls a program's beginning by its target's name, so that libFuzzer's own is not used.
public func fuzz(
  _ targets: [FuzzTarget], _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"]
  guard let target = targets.first(where: { $0.name == name }) else {
    print(targets.map(\.name).joined(separator: "\n"))
    return 2
  }
  chosen = target
  var (count, arguments) = (count, arguments)
  return runFuzzer(&count, &arguments, tryInput)
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// What libFuzzer calls with each input.
private func tryInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  chosen?.run([UInt8](UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// Set once, before there are inputs, by the only thread that there is.
nonisolated(unsafe) var chosen: FuzzTarget?
