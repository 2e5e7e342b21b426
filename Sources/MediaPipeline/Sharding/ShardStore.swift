import Findings
import MediaFacts
package import PushDelivery
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

/// A bucket for results, accessed by requests.
package struct ShardBucket: ShardStore {
  private let store: ObjectStoreClient
  private let address: BucketAddress
  private let timeLimit: Duration
  private let pageSize: Int

  /// - Parameter pageSize: smaller in tests.
  package init(
    _ store: ObjectStoreClient, _ address: BucketAddress, timeLimit: Duration, pageSize: Int = ObjectPage.largestSize
  ) {
    (self.store, self.address, self.timeLimit, self.pageSize) = (store, address, timeLimit, pageSize)
  }

  package var name: String { address.description }

  /// Some for every shard of the largest plan; more are a sign of abuse.
  private static let mostNames = 20 * Shard.maximumCount

  package func names(beginning start: String) async throws(PipelineError) -> [String] {
    do throws(ObjectStoreError) {
      let keys = try await store.keys(of: address.prefix + start, limit: Self.mostNames, pageSize: pageSize)
      return keys.map { String($0.dropFirst(address.prefix.count)) }
    } catch {
      throw failure(error)
    }
  }

  package func load(_ name: String, limit: Int) async throws(PipelineError) -> [UInt8]? {
    do throws(ObjectStoreError) {
      guard case .found(let bytes) = try await store.load(address.prefix + name, limit: limit, within: timeLimit) else {
        return nil
      }
      return bytes
    } catch {
      throw failure(error)
    }
  }

  package func create(_ bytes: [UInt8], named name: String) async throws(PipelineError) {
    let upload = ObjectUpload(
      key: address.prefix + name, bytes: bytes, digest: ContentDigest(of: bytes), contentType: "application/jsonl")
    do throws(ObjectStoreError) {
      guard case .alreadyThere(let said) = try await store.create(upload) else { return }
      // The same shard elsewhere, or an attempt without a response.
      let loaded = try await store.load(upload.key, limit: bytes.count, within: timeLimit)
      if loaded == .found(bytes) { return }
      if loaded == .missing { throw said }
    } catch {
      throw failure(error)
    }
    throw .campaign([
      Diagnostic(
        .campaignShardResult, .init(.configuration, self.name),
        "\(name) is there with other bytes than its name was made of, and nothing is overwritten",
        remedy: "remove it, and run the shard again")
    ])
  }

  private func failure(_ error: ObjectStoreError) -> PipelineError {
    .store(error.diagnostic(.init(.configuration, name), while: .sharing))
  }
}

extension PipelineSettings {
  /// Opens the place for shard results; a bucket is not contacted yet.
  ///
  /// - Throws: `PipelineError.campaign` if a bucket's credentials are missing, or no request can be made.
  func openResults(_ address: ResultsAddress) throws(PipelineError) -> any ShardStore {
    switch address {
    case .folder(let path): return ShardFolder(name: path)
    case .bucket(let bucket):
      var store = access.store
      store.transfers = transfers
      do throws(ObjectStoreError) {
        let open = try bucket.open(
          service(of: bucket), environment: access.environment, settings: store, remedy: "set AWS_REGION")
        return ShardBucket(open, bucket, timeLimit: store.timeLimit)
      } catch {
        throw .campaign([error.diagnostic(.init(.configuration, bucket.description))])
      }
    }
  }

  /// The service of a destination's or shared cache's bucket is in pipeline.yml; for others the environment decides.
  private func service(of bucket: BucketAddress) -> S3Service {
    if let place = destination.place as? S3Bucket, place.bucket == bucket.bucket {
      return S3Service(endpoint: place.endpoint, region: place.region, usesPathStyle: place.usesPathStyle)
    }
    let cache = configuration.cache.remote
    guard case .bucket(let other)? = cache.address, other.store == .s3, other.bucket == bucket.bucket else {
      return S3Service()
    }
    return S3Service(endpoint: cache.endpoint, region: cache.region)
  }
}
