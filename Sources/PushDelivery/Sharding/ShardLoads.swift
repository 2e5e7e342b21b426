/// How much work shards have so far.
struct ShardLoads: Sendable {
  /// A heap: none has less than the one at half its place.
  private var heap: [(load: Int, shard: Int)]

  init(count: Int) { heap = (0..<count).map { (0, $0) } }

  /// Gives more work to the shard that has least; among equals to the first.
  ///
  /// - Returns: the shard's place, from 0.
  mutating func addToLightest(_ work: Int) -> Int {
    let lightest = heap[0].shard
    heap[0].load += work
    var place = 0
    while let child = lighterChild(of: place), heap[child] < heap[place] {
      heap.swapAt(place, child)
      place = child
    }
    return lightest
  }

  private func lighterChild(of place: Int) -> Int? {
    let (first, second) = (2 * place + 1, 2 * place + 2)
    guard first < heap.count else { return nil }
    return second < heap.count && heap[second] < heap[first] ? second : first
  }

  /// Where each shard's part of more work ends, if that brings all shards to one level, but for those above it.
  func borders(forMore work: Int) -> [Double] {
    let level = level(forMore: work)
    let loads = heap.sorted { $0.shard < $1.shard }.map(\.load)
    return loads.reduce(into: []) { borders, load in
      borders.append((borders.last ?? 0) + max(0, level - Double(load)))
    }
  }

  /// As water fills vessels that are connected.
  private func level(forMore work: Int) -> Double {
    var (below, sum) = (0.0, 0.0)
    for load in heap.map({ Double($0.load) }).sorted() {
      if below > 0, load * below - sum >= Double(work) { break }
      sum += load
      below += 1
    }
    return (sum + Double(work)) / below
  }
}
