import Findings

/// A container of Azure Blob Storage.
public struct AzureContainer: DestinationPlace {
  /// Its storage account.
  public var account: String
  public var container: String
  /// Scheme and host of the account's blob service, without a slash at its end; nil: Azure's.
  public var endpoint: String?
  /// The beginning of every blob's name; empty, or ends in `/`.
  public var prefix: String
  /// The `Cache-Control` of new blobs; nil: immutable.
  public var cacheControl: String?

  public init(
    account: String, container: String, endpoint: String? = nil, prefix: String = "", cacheControl: String? = nil
  ) {
    (self.account, self.container, self.endpoint, self.prefix) = (account, container, endpoint, prefix)
    self.cacheControl = cacheControl
  }

  /// The URL of the account's blob service, without a slash at its end. Azure's host names begin with the account
  /// (https://learn.microsoft.com/azure/storage/common/storage-account-overview#storage-account-endpoints); a host that is an IP address or
  /// one word, as Azurite's is, has it as the first component of the path
  /// (https://learn.microsoft.com/azure/storage/common/storage-use-azurite#ip-style-url).
  public var serviceURL: String {
    guard let endpoint else { return "https://\(account).blob.core.windows.net" }
    return hasAccountInPath ? "\(endpoint)/\(account)" : endpoint
  }

  private var hasAccountInPath: Bool {
    switch endpoint.flatMap({ try? StrictURL($0) })?.host {
    case .name(let name): !name.contains(".")
    case .ipv4, .ipv6: true
    case nil: false
    }
  }

  /// The URL under which the account serves the container's blobs, if they are public; nil for the container of its website, whose host has
  /// a number that only Azure knows.
  public var ownBaseURL: String? { container == Self.website ? nil : "\(serviceURL)/\(container)/\(prefix)" }

  /// The container of a static website (https://learn.microsoft.com/azure/storage/blobs/storage-blob-static-website).
  private static let website = "$web"

  public static let grammar = DestinationGrammar(
    kind: "azure", noun: "a container", template: ["to", "account", "container", "prefix"], section: section
  )

  private static let section = Section(
    DestinationDraft(AzureContainer(account: "", container: ""), verification: .get),
    at: .pipeline("publish.azure", "publish")
  ) {
    Key.to("azure")
    Key.name()
    // https://learn.microsoft.com/azure/storage/common/storage-account-overview#storage-account-name
    Key("account", \.place.account, .text("account", matching: "^[a-z0-9]{3,24}$"))
      .required.example(.written("pushassets"))
    // https://learn.microsoft.com/rest/api/storageservices/naming-and-referencing-containers--blobs--and-metadata#container-names
    Key(
      "container", \.place.container,
      .text("container", matching: #"^(\$web|(?=.{3,63}$)[a-z0-9]+(-[a-z0-9]+)*)$"#)
    ).required.example(.written("pictures"))
    Key("endpoint", \.place.endpoint, .endpoint)
    Key("prefix", \.place.prefix, .objectPrefix).example(.written("spring/"))
    Key.verify()
    Key.baseURL(example: "https://cdn.example.com/spring/")
    Key("cache-control", \.place.cacheControl, .cacheControl)
  }.after { mapping, draft, reader in
    let place = draft.place
    // The host of a whole cloud is not enough.
    if let value = mapping["endpoint"], let endpoint = place.endpoint,
      let host = endpoint.split(separator: "/").last, host.hasPrefix("blob.")
    {
      reader.report(.setting("cloudHost", endpoint.quoted, "\(place.account).\(host)"), value.subject)
    }
    reader.reportContradiction(
      of: mapping["base-url"], draft.baseURL, bucket: place.container, region: nil, prefix: place.prefix,
      hosts: #"\#(place.account)\.blob\.core\.windows\.net"#)
  }
}
