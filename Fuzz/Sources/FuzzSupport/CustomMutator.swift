import Foundation

/// What libFuzzer calls to make another input of one (https://github.com/google/fuzzing/blob/master/docs/structure-aware-fuzzing.md): half of
/// the times by the structure of the target's files, if they have one.
@_cdecl("LLVMFuzzerCustomMutator")
public func makeInput(_ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ most: Int, _ seed: CUnsignedInt) -> Int {
  var random = SplitMix(seed: seed)
  let input = [UInt8](UnsafeBufferPointer(start: data, count: count))
  if !isPlain, Repetition.isDue(&random), let output = Repetition.of(input, most: most, &random) {
    return replace(data, by: output)
  }
  guard let structure = isPlain ? nil : chosen?.structure, random.below(2) == 0 else {
    return mutate(data, count, most)
  }
  let output = structure.mutated(input, most: most, &random) { content in
    let room = min(content.count + 64, max(most, content.count))
    var bytes = content + [UInt8](repeating: 0, count: room - content.count)
    let count = bytes.withUnsafeMutableBufferPointer { mutate($0.baseAddress, content.count, room) }
    return Array(bytes.prefix(count))
  }
  guard let output, !output.isEmpty else { return mutate(data, count, most) }
  return replace(data, by: output)
}

/// - Parameter output: no longer than libFuzzer has room for.
private func replace(_ data: UnsafeMutablePointer<UInt8>, by output: [UInt8]) -> Int {
  UnsafeMutableBufferPointer(start: data, count: output.count).initialize(fromContentsOf: output)
  return output.count
}

/// Without what is known of structures, so that both ways can be compared.
private let isPlain = ProcessInfo.processInfo.environment["FUZZ_PLAIN"]?.isEmpty == false

/// libFuzzer's own ways to make another input of one.
@_silgen_name("LLVMFuzzerMutate")
private func mutate(_ data: UnsafeMutablePointer<UInt8>?, _ count: Int, _ most: Int) -> Int
