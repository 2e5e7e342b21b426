/// A planned run as an array job: one task for each shard, and a job that joins them.
package struct ArrayJob: Hashable, Sendable {
  /// The number of the plan's shards, and so of the array's tasks.
  let shards: Int
  /// How many pictures a task processes at once, and so how many processors it requests.
  let jobs: Int
  let need: ShardNeed
  /// The container image with richpush; engines without containers ignore it.
  let image: String
  /// The places of a run by the names of the templates' holes: `folder` (of the plan, absolute), and from there `plan`, `campaign`,
  /// `configuration`, `output`, `requests` and `results` (a folder, or a bucket's address).
  let paths: [String: String]
  /// The plan's flags and variables, by the names of the variables.
  let settings: [String: String]

  /// - Throws: `ArrayJobError` for a text that a script cannot contain, and for an impossible image name.
  package init(
    shards: Int, jobs: Int, need: ShardNeed, image: String, paths: [String: String], settings: [String: String] = [:]
  ) throws(ArrayJobError) {
    for text in paths.values.sorted() where text.isEmpty || !text.isSpeakable { throw .unspeakable(text) }
    for text in settings.values.sorted() where !text.isSpeakable { throw .unspeakable(text) }
    guard image.wholeMatch(of: #/[A-Za-z0-9][A-Za-z0-9._/:@-]{0,254}/#) != nil else { throw .unspeakable(image) }
    (self.shards, self.jobs, self.need, self.image, self.settings) = (shards, jobs, need, image, settings)
    // A name that begins with a dash would be taken for a flag.
    self.paths = paths.mapValues { $0.hasPrefix("-") ? "./" + $0 : $0 }
  }

  /// The memory of a task in MiB.
  package var memory: Int { need.memory(jobs: jobs) }
  /// A task's time limit.
  package var seconds: Int { need.seconds(jobs: jobs) }

  /// The values for the templates' holes.
  var values: [String: TemplateValue] {
    let numbers = ["shards": shards, "jobs": jobs, "memory": memory, "seconds": seconds, "minutes": seconds / 60]
    let others: [String: TemplateValue] = [
      "image": .text(image), "settings": .map(settings),
      "shard-numbers": .plain((1...shards).map(String.init).joined(separator: ", ")),
    ]
    return paths.mapValues(TemplateValue.text).merging(numbers.mapValues(TemplateValue.number)) { $1 }.merging(others) {
      $1
    }
  }

  /// For engines whose tasks only see the plan's folder, and which replace parts of texts by values.
  func requirePortableTexts(_ engine: String) throws(ArrayJobError) {
    let places = paths.filter { $0.key != "folder" && !$0.value.contains("://") }.values.sorted()
    for text in places + settings.values.sorted() where text.contains("$") || text.contains("Ref::") {
      throw ArrayJobError(
        "\(engine) would put other words in the place of a part of \(text.debugDescription): use names without `$` and `Ref::`"
      )
    }
    for place in places where place.hasPrefix("/") || place.split(separator: "/").contains("..") {
      throw ArrayJobError(
        "\(place.debugDescription) is not in the folder of the plan, and tasks see only that folder: plan with it inside"
      )
    }
  }
}

/// The needs of the largest shard.
package struct ShardNeed: Hashable, Sendable {
  /// The time for its sources, as bytes of photographs that take as long.
  var work: Int
  /// The most memory in bytes of a worker process beyond its own.
  var workerBytes: Int
  /// The most seconds for one file.
  var longestFile: Int

  package init(work: Int, workerBytes: Int, longestFile: Int) {
    (self.work, self.workerBytes, self.longestFile) = (work, workerBytes, longestFile)
  }

  /// The least bytes of photographs per second of one worker. The 13 photographs of docs/quality.md (33 MB, two workers, 2.0 s) are
  /// eight times as fast: this limit ends hanging tasks, and is not a forecast.
  private static let leastRate = 1_000_000
  /// For starting, and for a slow shared file system.
  private static let startSeconds = 600
  /// Two weeks: a useful limit for a shard.
  private static let mostSeconds = 14 * 86_400
  /// MiB for the program itself. All processes together used 288 MB for 50 photographs of 24 megapixels.
  private static let programMemory = 512

  /// In MiB.
  func memory(jobs: Int) -> Int {
    let bytes = min(max(workerBytes, 0), 1 << 50)
    return Self.programMemory + jobs * ((bytes + 1 << 20 - 1) >> 20)
  }

  /// In multiples of ten minutes.
  func seconds(jobs: Int) -> Int {
    let all = Self.startSeconds + min(max(longestFile, 0), Self.mostSeconds) + max(work, 0) / (Self.leastRate * jobs)
    return min((all + 599) / 600 * 600, Self.mostSeconds)
  }
}

/// Why an engine's files cannot be made.
package struct ArrayJobError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }

  static func unspeakable(_ text: String) -> ArrayJobError {
    ArrayJobError("\(text.debugDescription) cannot be in a script: names are not empty and have no control characters")
  }
}

extension String {
  /// Whether it has no control characters and line breaks.
  fileprivate var isSpeakable: Bool {
    !unicodeScalars.contains {
      [.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
    }
  }
}
