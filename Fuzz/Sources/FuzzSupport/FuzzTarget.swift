/// Something that reads bytes of strangers. It must end, with whatever result, for all of them; where a law holds for its result, it stops
/// the process when that is broken.
public struct FuzzTarget: Sendable {
  public let name: String
  /// How inputs are built, where that helps to reach more.
  let structure: Structure?
  public let run: @Sendable ([UInt8]) -> Void

  public init(_ name: String, of structure: Structure? = nil, run: @escaping @Sendable ([UInt8]) -> Void) {
    (self.name, self.structure, self.run) = (name, structure, run)
  }

  /// The same for what reads text: bytes that are no UTF-8 are replaced, as everywhere.
  public init(_ name: String, text run: @escaping @Sendable (String) -> Void) {
    self.init(name) { run(String(decoding: $0, as: UTF8.self)) }
  }
}
