public import Findings
public import MediaFacts
public import PushDelivery

/// The settings of a check.
public struct CheckSettings: Sendable {
  /// The clients that must show media files and hosted assets; nil: all that can show their medium.
  public var platforms: Set<Platform>?
  /// Whether to check a campaign folder's files as they are, without rendering.
  public var asIs = false
  /// Whether to read only headers and decode nothing.
  public var isQuick = false
  /// Whether to make all stills of a campaign, not only those whose look is otherwise unknown.
  public var makesStills = false
  /// Whether the addresses that requests name are loaded.
  public var followsAddresses = false
  /// Whether loopback, private and link-local addresses are loaded.
  public var allowsPrivateAddresses = false
  /// A file of certificates, in PEM form, that are trusted instead of the system's.
  public var certificateFile: String?
  /// The site whose service worker shows web notifications; nil if not given.
  public var site: WebOrigin?
  /// The speed of clients' links in bits per second; nil if not given: then it does not affect verdicts.
  public var linkSpeed: Int?
  /// For how many seconds a device may still load the addresses given as arguments; requests give their own.
  public var lifetime = 2_419_200
  /// The moment of the check, in seconds since 1970.
  public var now: Int
  /// The picture formats that are read if only headers are.
  public var formats = PictureFormat.allCases
  /// The rules to check.
  public var rules = RuleCatalog.standard
  /// Whether to report notes about requests.
  public var reportsNotes = true
  /// Whether other files of a campaign could not be read, such as pipeline.yml: what they may say is assumed, and not missed.
  public var isPartial = false
  /// The settings of `run` for a campaign, of which workers, limits and the number of jobs are those of all checks.
  public var pipeline: PipelineSettings

  public init(pipeline: PipelineSettings, now: Int) { (self.pipeline, self.now) = (pipeline, now) }

  var sourceLimits: SourceLimits { pipeline.configuration.sourceLimits }
}

/// Progress events of a check.
public enum CheckEvent: Hashable, Sendable {
  /// So many more files, requests and addresses to check; a campaign's are known once it has been read.
  case found(Int)
  /// The check of this one began.
  case began(String)
  /// One of them is checked.
  case finished
}

extension CheckSettings {
  var thoroughness: Thoroughness { isQuick ? .headers : makesStills ? .rendering : .whole }
}

/// The files that runs published, from the indexes of their request folders: the clients that each was made for.
///
/// Such a file was judged when it was made, by its source. Only two questions remain: is it still whole, and do the clients that it was
/// made for show it.
struct PublishedFiles: Sendable {
  /// By name and digest.
  private var clients: [String: Set<Platform>] = [:]

  /// Those of each index among the targets, and in pipeline.yml's request folder.
  init(beside targets: [CheckTarget], _ settings: CheckSettings) {
    let folders = targets.compactMap { target in
      if case .request(let path) = target { FileSystem.parent(of: path) } else { nil }
    }
    for folder in Set(folders + [settings.pipeline.requestFolder]) {
      let path = folder + "/" + RequestFolder.indexName
      guard let bytes = try? FileReading.bytes(of: path, limit: RequestIndex.largestFile) else { continue }
      for asset in RequestIndex.read(bytes)?.assets ?? [] {
        clients["\(asset.path) \(asset.sha256)", default: []].formUnion(asset.clients)
      }
    }
  }

  /// The clients that a file was made for; nil if no index lists it with these bytes.
  func clients(ofFileNamed name: String, digest: ContentDigest) -> Set<Platform>? {
    clients["\(name) \(digest)"]
  }
}
