import PushDelivery
import Testing

@Suite struct ShardTests {
  @Test func numbersAreFromOneToTheCount() {
    #expect(Shard(1, of: 1)?.description == "1/1" && Shard(64, of: 64)?.description == "64/64")
    for (number, count) in [(0, 1), (2, 1), (-1, 4), (1, 0), (1, Shard.maximumCount + 1)] {
      #expect(Shard(number, of: count) == nil)
    }
  }

  @Test func argumentsAreReadStrictly() {
    #expect(ShardArgument("auto") == .automatic(count: nil) && ShardArgument("auto/16") == .automatic(count: 16))
    #expect(ShardArgument("3/16") == .number(3, count: 16) && ShardArgument("03/16") == .number(3, count: 16))
    for text in [
      "", "/", "3", "auto/", "auto/x", "3/", "/16", "3/16/2", "a/b", "-1/4", "+1/4", "1.5/4", " 1/4", "Auto",
      "99999999999999999999/4",
    ] {
      #expect(ShardArgument(text) == nil, "\(text)")
    }
  }
}

@Suite struct ArrayEngineTests {
  @Test(arguments: ArrayEngine.all) func theFirstTaskIsShardOne(engine: ArrayEngine) throws {
    let task = try ArrayTask.found(in: [engine.variable: "\(engine.base)", "SLURM_ARRAY_TASK_COUNT": "2"])
    #expect(task.number == 1 && task.engine == engine)
    #expect(task.description == "\(engine.variable)=\(engine.base) (\(engine.name))")
  }

  @Test func theCountIsTakenWhereItIsOfAllTasks() throws {
    let counted = ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "5"]
    #expect(try ArrayTask.found(in: counted).count == 5)
    #expect(try ArrayTask.found(in: ["SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_COUNT": "5"]).count == nil)
    #expect(try ArrayTask.found(in: ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "x"]).count == nil)
  }

  @Test func whatIsNoArrayIsNone() {
    #expect(throws: ArrayTask.SearchError.none) {
      try ArrayTask.found(in: ["LSB_JOBINDEX": "0", "JOB_COMPLETION_INDEX": ""])
    }
    #expect(throws: ArrayTask.SearchError.noNumber(ArrayEngine.all[0], "x")) {
      try ArrayTask.found(in: ["SLURM_ARRAY_TASK_ID": "x"])
    }
  }

  /// An engine inside another may agree with it.
  @Test func enginesInsideEachOtherMustAgree() throws {
    #expect(try ArrayTask.found(in: ["SLURM_ARRAY_TASK_ID": "3", "CI_NODE_INDEX": "3"]).number == 3)
    #expect(throws: ArrayTask.SearchError.self) {
      try ArrayTask.found(in: ["SLURM_ARRAY_TASK_ID": "3", "CI_NODE_INDEX": "1"])
    }
  }
}

@Suite struct AssetPartitionTests {
  private func files(_ count: Int) -> [AssetPartition.File] {
    (0..<count).map { .init(path: "shop/\($0 % 7)/picture-\($0).jpg", byteCount: 50_000 + $0 * 977 % 3_000_000) }
  }

  /// The law that lets people add pictures between two runs: whatever is added, however large, what is small stays.
  @Test(arguments: [1, 2, 3, 16, 64]) func aNewFileMovesNoOther(count: Int) {
    let partition = AssetPartition(count: count)
    let files = files(300)
    let shards = partition.shards(of: files)
    let more = [AssetPartition.File(path: "a.jpg", byteCount: 10), .init(path: "b.mp4", byteCount: 90 << 20)]
    #expect(Array(partition.shards(of: more + files).dropFirst(2)) == shards)
    #expect(partition.shards(of: files.reversed()) == shards.reversed())
  }

  @Test func manyFilesAreSharedOutEvenly() {
    let shards = AssetPartition(count: 16).shards(of: files(16_000))
    let counts = Dictionary(grouping: shards, by: \.self).mapValues(\.count)
    #expect(counts.count == 16 && counts.values.allSatisfy { (850...1150).contains($0) }, "\(counts)")
  }

  /// A shard with two videos, while another has none, would take twice as long as all the others.
  @Test func videosAreDealtOut() {
    let videos = (0..<64).map { AssetPartition.File(path: "clip-\($0).MP4", byteCount: 4 << 20) }
    let shards = AssetPartition(count: 32).shards(of: videos)
    #expect(Dictionary(grouping: shards, by: \.self).values.allSatisfy { $0.count == 2 })
  }

  /// Machines with other versions share the same way.
  @Test func theHashNeverChanges() {
    let partition = AssetPartition(count: 1000)
    let shards = partition.shards(of: ["a.jpg", "größe/ä.png", ""].map { .init(path: $0, byteCount: 1) })
    #expect(shards == [789, 207, 204])
  }
}
