import Findings
import PushDelivery
import Synchronization

/// The sites whose service workers show URLs. They are searched once, and only if a result depends on them: a campaign may have a million
/// messages.
final class ShowingSites: Sendable {
  private let find: @Sendable () -> [String: WebOrigin]
  private let known = Mutex<[String: WebOrigin]?>(nil)

  private init(find: @escaping @Sendable () -> [String: WebOrigin]) { self.find = find }

  func callAsFunction(_ url: String) -> WebOrigin? {
    known.withLock { known in
      let sites = known ?? find()
      known = sites
      return sites[url] ?? sites[Self.anywhere]
    }
  }

  /// Matches every URL.
  private static let anywhere = ""
}

extension ShowingSites {
  /// The site that all of a campaign's links lead to: FCM's service worker only opens links to its own site. Unknown if they lead to
  /// several, or are the rows of a large table.
  convenience init(_ messages: CampaignIntake.Messages, _ defaults: MessageDefaults) {
    self.init {
      var sites: Set<WebOrigin> = []
      for link in messages.links(defaults) {
        if let site = WebOrigin(link) { sites.insert(site) }
        guard sites.count < 2 else { return [:] }
      }
      return sites.first.map { [Self.anywhere: $0] } ?? [:]
    }
  }

  /// The sites in the requests of a folder, as `check --follow` reads them.
  convenience init(requestsOf folder: RequestFolder) {
    self.init {
      var sites: [String: WebOrigin] = [:]
      for name in Self.files(of: folder) {
        guard let bytes = try? FileReading.bytes(of: folder.path + "/" + name, limit: RequestFile.mostBytes) else {
          continue
        }
        for asset in RequestFile(bytes, in: RequestSyntax(fileNamed: name, bytes), inFolder: folder.path).assets {
          sites[asset.url] = sites[asset.url] ?? asset.site
        }
      }
      return sites
    }
  }

  /// The files that its index names, each once.
  private static func files(of folder: RequestFolder) -> [String] {
    var names: [String] = []
    var seen: Set<String> = []
    guard let entries = (try? RequestEntries(index: folder.indexPath)) ?? nil else { return [] }
    while let entry = (try? entries.next()) ?? nil {
      guard let name = RequestIndex.entry(ofLine: entry)?["file"]?.text, !name.hasPrefix("/"),
        !name.split(separator: "/").contains(".."), seen.insert(name).inserted
      else { continue }
      names.append(name)
    }
    return names
  }
}

extension CampaignIntake.Messages {
  /// The targets of taps in browsers, if known, for each message.
  fileprivate func links(_ defaults: MessageDefaults) -> [String] {
    switch self {
    case .written(let messages, _): messages.filter { $0.platforms.contains(.web) }.compactMap(\.link)
    case .table: []
    case .onePerPicture: [defaults.link].compactMap(\.self)
    }
  }
}
