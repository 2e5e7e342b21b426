import PushDelivery
import Synchronization

/// What is remembered of one source, in as little room as it takes in its file: there may be hundreds of thousands.
struct Recollection: Sendable {
  let request: MemoryKey.Request
  let shape: OutcomeShape
  /// Which versions must be the same; nil: all.
  let needs: RenderingNeeds?
  /// Whether it lies in the file as it is.
  let isAsWritten: Bool
  private let bytes: [UInt8]

  init(_ request: MemoryKey.Request, _ shape: OutcomeShape, _ asset: RememberedAsset, isAsWritten: Bool) {
    var writer = CompactWriter()
    asset.write(to: &writer)
    (self.request, self.shape, needs, bytes) = (request, shape, asset.needs, writer.bytes)
    self.isAsWritten = isAsWritten
  }

  /// nil where its bytes are none, which nobody has looked at before.
  var asset: RememberedAsset? {
    var reader = CompactReader(bytes)
    return try? RememberedAsset(&reader)
  }
}

extension Recollection {
  /// - Parameter number: of its shape.
  func write(to writer: inout CompactWriter, shape number: Int) {
    writer.append(request.text)
    writer.add(number)
    writer.add(RenderingNeeds.allCases.firstIndex { $0 == needs } ?? RenderingNeeds.allCases.count)
    writer.add(bytes)
  }

  /// - Parameter shapes: by their numbers.
  init(_ reader: inout CompactReader, _ shapes: [OutcomeShape]) throws(CompactReader.Damage) {
    request = MemoryKey.Request(try reader.bytes(16))
    let (number, needs) = (try reader.integer(), try reader.integer())
    guard shapes.indices.contains(number) else { throw CompactReader.Damage() }
    shape = shapes[number]
    self.needs = RenderingNeeds.allCases.indices.contains(needs) ? RenderingNeeds.allCases[needs] : nil
    bytes = try reader.text()
    isAsWritten = true
  }
}

/// What became of a source, and what is remembered of that; nil where it may come to something else the next time.
///
/// A reference, since arrays of many would be copied on their way otherwise.
final class KnownAsset: Sendable {
  let result: AssetResult
  let recollection: Recollection?

  init(_ result: AssetResult, _ recollection: Recollection?) {
    (self.result, self.recollection) = (result, recollection)
  }
}

/// Shapes of outcomes, each once.
package final class ShapeTable: Sendable {
  private let shapes = Mutex<Set<OutcomeShape>>([])

  package init() {}

  /// The first that is equal to a shape.
  func shared(_ shape: OutcomeShape) -> OutcomeShape { shapes.withLock { $0.insert(shape).memberAfterInsert } }
}
