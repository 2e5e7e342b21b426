import Findings
import MediaFacts
public import PushDelivery

/// A place that is a bucket of a store, with all that differs between the kinds of stores.
package protocol BucketPlace: OpenablePlace {
  /// The prefix of every object's name; empty, or ends in `/`.
  var prefix: String { get }

  /// The store's requests and responses; nil if a URL or a signature made from this place would be malformed.
  func dialect(environment: [String: String]) -> (any StoreDialect)?

  /// Where credentials are searched.
  func chain(environment: [String: String], settings: StoreSettings) -> CredentialChain

  /// How the URLs of files are made, if not from the base URL.
  func address(_ prefix: ObjectPrefix) -> PublicURLs?
}

extension BucketPlace {
  package func address(_ prefix: ObjectPrefix) -> PublicURLs? { nil }

  /// The bucket, which is not contacted yet; credentials nil: those of the environment. Throws if no request can be made.
  package func client(
    _ credentials: CredentialChain? = nil, environment: [String: String] = [:], settings: StoreSettings
  ) throws(ObjectStoreError) -> ObjectStoreClient {
    guard let dialect = dialect(environment: environment) else {
      throw .unusable("no request can be made of its name, endpoint and prefix")
    }
    let chain = credentials ?? chain(environment: environment, settings: settings)
    return ObjectStoreClient(dialect, chain, settings: settings)
  }

  package func open(_ access: DestinationAccess) async throws(ObjectStoreError) -> any Destination {
    let client = try client(environment: access.environment, settings: access.store)
    guard let prefix = ObjectPrefix(prefix) else { throw .unusable("its prefix is not valid") }
    if access.needsCredentials { try await client.requireCredentials() }
    let address = if let own = address(prefix) { own } else { try access.publicAddress() }
    return BucketDestination(client, prefix: prefix, address: address)
  }

  package func credentials(_ access: DestinationAccess) async throws(ObjectStoreError) -> String? {
    try await chain(environment: access.environment, settings: access.store).summary()
  }
}

extension BucketAddress {
  /// The bucket as a place, with what the environment says of it where endpoint and region are nil. Throws if the region is not known, or the
  /// endpoint is not a valid URL.
  func place(endpoint: String?, region: String?, environment: [String: String]) throws(ObjectStoreError)
    -> any BucketPlace
  {
    switch store {
    case .googleCloud: return GoogleBucket(bucket: bucket)
    case .azure(let account): return AzureContainer(account: account, container: bucket, endpoint: endpoint)
    case .s3: break
    }
    let surroundings = AWSSurroundings(environment)
    let variables = surroundings.variables
    let endpoint = endpoint ?? variables["AWS_ENDPOINT_URL_S3"] ?? variables["AWS_ENDPOINT_URL"]
    let place = (region ?? surroundings.ownRegion).map { region in
      // All services support path style.
      S3Bucket(
        endpoint: endpoint ?? S3Bucket.amazonEndpoint(region: region), bucket: bucket, region: region,
        usesPathStyle: endpoint != nil)
    }
    if let place, S3Dialect(place) != nil { return place }
    // The region may be in an unreadable file.
    let fault = AWSFiles(surroundings).fault
    throw ObjectStoreError(
      .settings, store: description,
      detail: "its region is not known\(fault.map { ": \($0.detail)" } ?? ", or its endpoint is not a valid URL")",
      remedy: fault?.remedy ?? "write `region` under cache.remote, or set AWS_REGION")
  }
}

/// A bucket of an object store, served at some address.
public struct BucketDestination: Destination {
  public let store: ObjectStoreClient
  /// The prefix of each name.
  public let prefix: ObjectPrefix
  /// How clients load its objects.
  public let address: PublicURLs
  public var recordedURLs: PublicURLs? { address }
  public var recordedPlace: String { store.url(of: prefix.text) }

  public init(_ store: ObjectStoreClient, prefix: ObjectPrefix, address: PublicURLs) {
    (self.store, self.prefix, self.address) = (store, prefix, address)
  }

  /// Looks first, since a refused upload has already sent its bytes. The store still decides whether the name is free, so two runs at once
  /// do no harm.
  public func publish(_ rendition: some PublishableRendition, slug: String) async throws(PublishError) -> PublishedAsset
  {
    let name = PublishedAsset.name(slug: slug, rendition: rendition)
    let upload = ObjectUpload(
      key: prefix.text + name, bytes: rendition.bytes, digest: rendition.digest,
      contentType: rendition.mediaFormat.mediaType, downloadToken: address.downloadToken(for: rendition.digest))
    let wasWritten: Bool?
    do throws(ObjectStoreError) { wasWritten = try await put(upload) } catch { throw .store(error) }
    guard let wasWritten else { throw .conflict(name: name) }
    return PublishedAsset(
      name: name, url: address.url(ofFileNamed: name, digest: rendition.digest), wasWritten: wasWritten)
  }

  /// - Returns: whether it was written; nil if other bytes are there.
  private func put(_ upload: ObjectUpload) async throws(ObjectStoreError) -> Bool? {
    if case .found(let object) = try await store.find(upload.key) { return try await compare(upload, object) }
    guard case .alreadyThere(let said) = try await store.create(upload) else { return true }
    switch try await store.find(upload.key) {
    case .found(let object): return try await compare(upload, object)
    case .unclear(let error): throw error
    case .missing: throw said
    }
  }

  private func compare(_ upload: ObjectUpload, _ object: StoredObject) async throws(ObjectStoreError) -> Bool? {
    guard try await holds(upload, object) else { return nil }
    if let fault = object.fault(as: upload, wanted: store.cacheControl) {
      throw ObjectStoreError(.unfit, store: store.name, detail: "\(upload.key) \(fault)")
    }
    if let token = upload.downloadToken, !object.downloadTokens.contains(token) {
      let detail = "\(upload.key) lacks the token of its download URL, which would answer 403"
      throw ObjectStoreError(.unfit, store: store.name, detail: detail)
    }
    return false
  }

  /// Credentials that may create objects may be unable to load them; then unproven bytes count as different.
  private func holds(_ upload: ObjectUpload, _ object: StoredObject) async throws(ObjectStoreError) -> Bool {
    if let isHeld = upload.isHeld(by: object) { return isHeld }
    do throws(ObjectStoreError) {
      let loaded = try await store.load(upload.key, limit: upload.bytes.count, within: .seconds(60))
      return loaded == .found(upload.bytes)
    } catch {
      // A stand-in's response says nothing about the object.
      if error.isTransient || error.reason == .unusable { throw error }
      return false
    }
  }
}

extension StoredObject {
  /// Why clients cannot use an object with the right bytes; nil if they can.
  fileprivate func fault(as upload: ObjectUpload, wanted cacheControl: String) -> String? {
    if let told = contentType, MediaType.essence(told) != MediaType.essence(upload.contentType) {
      return "has the type \(told.printable) instead of \(upload.contentType), so clients would not show it"
    }
    if let coding = contentEncoding.flatMap(ContentCoding.unpacked) {
      return "is served with Content-Encoding \(coding), and its bytes are not packed: no client could read them"
    }
    guard let told = self.cacheControl, let directive = Self.hindrance(told, wanted: cacheControl) else { return nil }
    return
      "is served with Cache-Control \(told.printable), so caches between the store and phones do not keep it (\(directive))"
  }

  /// A directive of `Cache-Control` that stops network caches from sharing a file; nil without one, or if the wanted value has it as well
  /// (https://www.rfc-editor.org/rfc/rfc9111#section-5.2.2).
  private static func hindrance(_ told: String, wanted: String) -> String? {
    func names(_ text: String) -> [String] {
      text.split(separator: ",").map { directive in
        (directive.split(separator: "=").first ?? "").filter { !$0.isWhitespace }.lowercased()
      }
    }
    return ["no-store", "private"].first { names(told).contains($0) && !names(wanted).contains($0) }
  }
}
