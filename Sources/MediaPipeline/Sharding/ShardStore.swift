import PushDelivery
import SystemPackage

/// A place for shard results that all machines can access. Its files are whole or absent, and not trusted.
protocol ShardStore: Sendable {
  /// As users write it: a path, or `s3://bucket/prefix`.
  var name: String { get }

  /// The names with a prefix, in no order.
  ///
  /// - Throws: `PipelineError`.
  func names(beginning start: String) async throws(PipelineError) -> [String]

  /// The bytes under a name; nil if there are none, or more than `limit`.
  ///
  /// - Throws: `PipelineError`.
  func load(_ name: String, limit: Int) async throws(PipelineError) -> [UInt8]?

  /// Puts bytes there, whole or not at all.
  ///
  /// - Throws: `PipelineError`, also if a bucket has other bytes under the name, which are not overwritten.
  func create(_ bytes: [UInt8], named name: String) async throws(PipelineError)
}

/// A folder on a file system that machines share.
struct ShardFolder: ShardStore {
  let name: String

  func names(beginning start: String) throws(PipelineError) -> [String] {
    guard FileSystem.exists(name) else { return [] }
    return try explaining { () throws(FileSystemError) in
      try FileSystem.entries(of: name).compactMap { entry in
        if case .name(let name) = entry, name.hasPrefix(start) { name } else { nil }
      }
    }
  }

  func load(_ name: String, limit: Int) throws(PipelineError) -> [UInt8]? {
    let path = self.name + "/" + name
    return try explaining { () throws(FileSystemError) in
      do throws(FileSystemError) { return try FileReading.bytes(of: path, limit: limit) } catch {
        if error.isMissing || [.fileTooLarge, .invalidArgument].contains(error.code) { return nil }
        throw error
      }
    }
  }

  func create(_ bytes: [UInt8], named name: String) throws(PipelineError) {
    try explaining { () throws(FileSystemError) in
      try FileSystem.createFolder(self.name)
      // From earlier plans' shards, with other result names.
      DurableFile.removeAbandoned(in: self.name)
      let path = self.name + "/" + name
      let draft = try DurableFile.Draft(of: path)
      try draft.append(bytes)
      try draft.commit(as: path)
    }
  }

  private func explaining<Value>(_ body: () throws(FileSystemError) -> Value) throws(PipelineError) -> Value {
    do throws(FileSystemError) { return try body() } catch { throw .fileSystem(error) }
  }
}
