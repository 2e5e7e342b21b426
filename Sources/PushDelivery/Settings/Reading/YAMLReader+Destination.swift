import Findings

/// The section `publish` of pipeline.yml.
extension YAMLReader {
  enum DestinationKey: String, YAMLKey {
    case to, name, path, headers, endpoint, bucket, region, prefix, verify, urls
    case baseURL = "base-url"
    case pathStyle = "path-style"
    case predefinedACL = "predefined-acl"
  }

  enum PlaceKind: String, CaseIterable {
    case directory, s3, gcs

    /// The keys that this kind has and another lacks.
    var ownKeys: Set<DestinationKey> {
      switch self {
      case .directory: [.path, .headers]
      case .s3: [.endpoint, .bucket, .region, .prefix, .pathStyle]
      case .gcs: [.bucket, .prefix, .predefinedACL, .urls]
      }
    }

    static let commonKeys: Set<DestinationKey> = [.to, .name, .baseURL, .verify]
  }

  mutating func destinations(_ value: YAMLValue?) -> [DestinationSettings]? {
    guard let value, let elements = list(value) else { return nil }
    if elements.isEmpty {
      report(
        .configurationValue, value.subject, "the list is empty, so nothing could be published",
        remedy: "add a destination, as in `- {to: directory, path: public}`, or delete the key")
    }
    var destinations: [DestinationSettings] = []
    for element in elements {
      guard let destination = destination(element) else { continue }
      if destinations.contains(where: { $0.name == destination.name }) {
        reportName(destination.name, element.subject)
      }
      destinations.append(destination)
    }
    return destinations
  }

  private mutating func destination(_ value: YAMLValue) -> DestinationSettings? {
    guard let section = mapping(value, DestinationKey.self) else { return nil }
    let kinds: KeyValuePairs<String, PlaceKind> = ["directory": .directory, "s3": .s3, "gcs": .gcs]
    guard let kind: PlaceKind = choice(required(.to, of: section), among: kinds) else { return nil }
    for key in DestinationKey.allCases where !kind.ownKeys.union(PlaceKind.commonKeys).contains(key) {
      refuse(
        section[key], because: "a destination of the kind \(kind.rawValue) has none", use: "another kind of `to`")
    }
    let verifications: KeyValuePairs<String, URLVerification> = ["get": .get, "head": .head, "off": .off]
    let verification: URLVerification? = choice(section[.verify], among: verifications)
    let name = destinationName(section[.name]) ?? kind.rawValue
    let baseURL = baseURL(section[.baseURL])
    guard let place = place(kind, section) else { return nil }
    return DestinationSettings(
      name: name, place: place, baseURL: baseURL ?? place.ownBaseURL,
      verification: verification ?? (kind == .directory ? .off : .get))
  }

  private mutating func place(
    _ kind: PlaceKind, _ section: YAMLMapping<DestinationKey>
  ) -> DestinationSettings.Place? {
    switch kind {
    case .directory:
      let headers = staticHosts(section[.headers])
      return path(required(.path, of: section)).map { .directory(path: $0, headers: headers) }
    case .s3:
      let endpoint = endpoint(section[.endpoint])
      let isAddress = endpoint.flatMap { try? StrictURL($0) }?.host.isAddress == true
      let (bucket, region) = (bucket(required(.bucket, of: section)), region(required(.region, of: section)))
      let (prefix, usesPathStyle) = (prefix(section[.prefix]), bool(section[.pathStyle]))
      if isAddress, usesPathStyle == false { reportHostOfAddress(section[.pathStyle]) }
      guard let bucket, let region else { return nil }
      return .s3(
        S3Bucket(
          endpoint: endpoint ?? S3Bucket.amazonEndpoint(region: region), bucket: bucket, region: region,
          prefix: prefix ?? "", usesPathStyle: usesPathStyle ?? isAddress))
    case .gcs:
      let (bucket, prefix) = (bucket(required(.bucket, of: section)), prefix(section[.prefix]))
      let acls: KeyValuePairs<String, String> = ["publicRead": "publicRead", "projectPrivate": "projectPrivate"]
      let predefinedACL: String? = choice(section[.predefinedACL], among: acls)
      let forms: KeyValuePairs<String, GoogleBucket.AddressForm> = [
        "public": .publicObject, "firebase": .firebaseDownload,
      ]
      let form: GoogleBucket.AddressForm? = choice(section[.urls], among: forms)
      guard let bucket else { return nil }
      return .gcs(
        GoogleBucket(
          bucket: bucket, prefix: prefix ?? "", predefinedACL: predefinedACL, addressForm: form ?? .publicObject))
    }
  }

  private mutating func reportHostOfAddress(_ pathStyle: YAMLValue?) {
    guard let pathStyle else { return }
    report(
      .configurationConflict, pathStyle.subject,
      "the endpoint is an IP address, and the bucket's name cannot stand before it",
      remedy: "write path-style: true, or delete the key")
  }

  /// One word, since it also names a folder of what is kept about the destination.
  private mutating func destinationName(_ value: YAMLValue?) -> String? {
    guard let value, let text = string(value) else { return nil }
    guard text.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._-]{0,99}/) != nil else {
      report(
        .configurationValue, value.subject, "\(text.quoted) cannot name a destination",
        remedy: "write up to 100 letters, digits and ._-, beginning with a letter or digit")
      return nil
    }
    return text
  }

  /// Scheme and host; https, or http on this machine or a private network.
  private mutating func endpoint(_ value: YAMLValue?) -> String? {
    guard let value, let text = string(value) else { return nil }
    guard let url = try? StrictURL(text), ["https", "http"].contains(url.scheme), url.userInfo == nil,
      url.path.count <= 1, url.query == nil, url.fragment == nil
    else {
      report(
        .configurationValue, value.subject, "\(text.quoted) is no scheme and host of a service",
        remedy: "write it as https://s3.eu-west-1.amazonaws.com, without the bucket")
      return nil
    }
    guard url.scheme == "https" || url.host.isPrivate else {
      report(
        .configurationValue, value.subject,
        "\(text.quoted) is plain http, so anybody on the way could change the pictures",
        remedy: "write https://")
      return nil
    }
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  /// 3 to 222 lower-case letters, digits, dots, hyphens and underscores: what S3 and Cloud Storage permit together.
  private mutating func bucket(_ value: YAMLValue?) -> String? {
    guard let value, let text = string(value) else { return nil }
    guard text.wholeMatch(of: /[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]/) != nil else {
      report(
        .configurationValue, value.subject, "\(text.quoted) is no name of a bucket",
        remedy: "write its name alone: lower-case letters, digits, dots and hyphens")
      return nil
    }
    return text
  }

  /// One word, since it is a part of Amazon's host names. Other services have regions such as `auto` and `RegionOne`.
  private mutating func region(_ value: YAMLValue?) -> String? {
    guard let value, let text = string(value) else { return nil }
    guard text.wholeMatch(of: /[A-Za-z0-9-]{1,40}/) != nil else {
      report(
        .configurationValue, value.subject, "\(text.quoted) is no name of a region",
        remedy: "write it as in eu-west-1; services that have none take auto or us-east-1")
      return nil
    }
    return text
  }

  private mutating func prefix(_ value: YAMLValue?) -> String? {
    guard let value, let text = path(value) else { return nil }
    let components = text.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain = components.dropLast().allSatisfy { !["", ".", ".."].contains($0) } && text.utf8.count <= 700
    guard isPlain, text.utf8.allSatisfy({ isUnreserved($0) || $0 == UInt8(ascii: "/") }) else {
      report(
        .configurationValue, value.subject, "\(text.quoted) is no prefix of objects' names",
        remedy: "write components of letters, digits and -._~, as in spring/sale/")
      return nil
    }
    return text.hasSuffix("/") ? text : text + "/"
  }

  /// One host or a list of them, each once.
  private mutating func staticHosts(_ value: YAMLValue?) -> [StaticHost] {
    guard let value else { return [] }
    let elements = if case .list = value.content { list(value) ?? [] } else { [value] }
    var hosts: [StaticHost] = []
    for element in elements {
      guard let host = staticHost(element) else { continue }
      guard !hosts.contains(host) else {
        report(.configurationValue, element.subject, "\(host.rawValue.quoted) stands twice", remedy: "delete it")
        continue
      }
      hosts.append(host)
    }
    return hosts
  }

  private mutating func staticHost(_ value: YAMLValue) -> StaticHost? {
    choice(value, among: ["netlify": .netlify, "firebase": .firebase, "nginx": .nginx])
  }

  private mutating func reportName(_ name: String, _ subject: Diagnostic.Subject) {
    report(
      .configurationValue, subject, "two destinations have the name \(name.quoted), so `--to` could not choose",
      remedy: "give one of them another `name`")
  }

  private mutating func baseURL(_ value: YAMLValue?) -> String? {
    guard let value, let text = string(value) else { return nil }
    let checked = BaseURL.configured(text, at: value.subject)
    for problem in checked.diagnostics { report(problem) }
    return checked.value?.text
  }
}

extension DestinationSettings.Place {
  /// The URL under which the place itself serves its files; nil where only its owner knows.
  fileprivate var ownBaseURL: String? {
    switch self {
    case .directory: nil
    case .s3(let bucket): bucket.baseURL
    case .gcs(let bucket): bucket.baseURL
    }
  }
}
