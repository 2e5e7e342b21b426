import Foundation

/// SwiftPM calls a program's beginning by its target's name, so that libFuzzer's own is not used.
@_cdecl("Fuzz_main")
public func begin(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
  var (count, arguments) = (count, arguments)
  _ = chosen
  return runFuzzer(&count, &arguments, tryInput)
}

/// libFuzzer as a library (https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library).
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// What libFuzzer calls with each input. The variable FUZZ_TARGET names what is tried; without it all names are
/// printed.
private func tryInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  chosen.run([UInt8](UnsafeBufferPointer(start: start, count: count)))
  return 0
}

private let chosen: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
  guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
    FileHandle.standardOutput.write(Data(FuzzTarget.all.map { $0.name + "\n" }.joined().utf8))
    exit(2)
  }
  return target
}()
