import PushDelivery
import Synchronization

/// A source's result as it is kept: there may be hundreds of thousands.
package struct Recollection: Sendable {
  let shape: OutcomeShape
  /// As of `RememberedAsset`; nil if the result may differ the next time.
  let needs: Int?
  /// Whether it is in the memory's file unchanged.
  let isAsWritten: Bool
  private let bytes: @Sendable () -> [UInt8]

  typealias Parts = (making: [UInt8], asset: RememberedAsset?, own: [UInt8])

  init(_ shape: OutcomeShape, _ parts: Parts, isAsWritten: Bool, keep: ([UInt8]) -> @Sendable () -> [UInt8]) {
    var writer = CompactWriter()
    writer.add(parts.making)
    writer.add(parts.asset)
    writer.append(parts.own)
    (self.shape, needs, self.isAsWritten) = (shape, parts.asset?.needs, isAsWritten)
    bytes = keep(writer.bytes)
  }

  /// nil for bytes of others.
  var parts: Parts? {
    var reader = CompactReader(bytes())
    return try? (making: reader.text(), asset: reader(), own: reader.rest)
  }

  /// The result of its source; nil for bytes of others.
  func result(of request: AssetRequest) -> AssetResult? {
    parts.flatMap { shape.result(of: request, $0.own, making: $0.making) }
  }

  /// What the memory's file has: all but how renditions were made.
  var lasting: [UInt8] {
    var reader = CompactReader(bytes())
    _ = try? reader.text()
    return reader.rest
  }

  init(_ reader: inout CompactReader, _ shape: OutcomeShape) throws(CompactReader.Damage) {
    // Finding the range may begin another part of the file.
    let range = try reader.range()
    let whole = reader.bytes
    // The count of no bytes comes first.
    (self.shape, bytes, isAsWritten) = (shape, { [0] + whole[range] }, true)
    var beginning = CompactReader(whole, range)
    needs = try Bool(&beginning) ? try Int(&beginning) : nil
  }
}

/// The results of a run's sources. Each goes to a file when it is known and is read again when it is asked for: there may be hundreds of
/// thousands.
final class ResultSpool: Sendable {
  let requests: [AssetRequest]
  let shapes = ShapeTable()
  private let state: Mutex<(spool: Spool, results: [Recollection?])>

  init(_ requests: [AssetRequest]) {
    self.requests = requests
    state = Mutex((Spool(), requests.map { _ in nil }))
  }

  /// Keeps the result of a source.
  /// - Parameter asset: its files; nil if it may differ the next time.
  func keep(_ result: AssetResult, _ asset: RememberedAsset?, at index: Int) {
    let shape = shapes.shape(of: result, requests[index])
    let asset = shape.key == nil ? nil : asset
    keep(shape, (result.making, asset, result.own), at: index)
  }

  func keep(_ shape: OutcomeShape, _ parts: Recollection.Parts, isAsWritten: Bool = false, at index: Int) {
    state.withLock { state in
      state.results[index] = Recollection(shape, parts, isAsWritten: isAsWritten) { state.spool.keepAnyway($0) }
    }
  }

  /// The known results' statuses.
  var statuses: [AssetOutcome.Status?] {
    zip(requests, state.withLock(\.results)).map { $1?.result(of: $0)?.outcome.status }
  }

  /// The places of the sources without a result.
  var rest: [Int] { state.withLock { state in state.results.indices.filter { state.results[$0] == nil } } }

  /// What is kept, in order.
  var recollections: some Sequence<Recollection> { state.withLock(\.results).lazy.compactMap(\.self) }

  /// All results, in order, once every source has one.
  var values: StoredValues<AssetResult> {
    let (requests, results) = (requests, state.withLock(\.results))
    return StoredValues(count: results.count) { (results[$0]?.result(of: requests[$0])).readAgain }
  }
}
