import Essentials
import Findings
package import MediaFacts
import PushDelivery

/// The origin of a set of requests, as its index states it after the requests.
package struct RequestSetOrigin: Sendable {
  /// The campaign: its folder's path from the request folder; nil without one.
  package var campaign: String?
  /// The digests of the campaign's files of messages, by their names.
  package var texts: [String: ContentDigest]
  /// When all URLs were loaded, if another command loaded them.
  package var provenAt: String?
  /// Whether the requests must not be sent.
  package var isTrial: Bool

  package init(
    campaign: String? = nil, texts: [String: ContentDigest] = [:], provenAt: String? = nil, isTrial: Bool = false
  ) {
    (self.campaign, self.texts, self.provenAt, self.isTrial) = (campaign, texts, provenAt, isTrial)
  }

  /// The files of messages of a campaign folder as they are now.
  static func texts(in folder: String) -> [String: ContentDigest] {
    let digests = CampaignFiles.names.map { name in
      (name, try? ContentDigest.read(folder + "/" + name, limit: TableFile.mostBytes).digest)
    }
    return Dictionary(uniqueKeysWithValues: digests).compactMapValues(\.self)
  }
}

extension FolderOwner {
  /// - Parameter provenAt: when all URLs were loaded, if another command loaded them.
  func origin(_ settings: PipelineSettings, provenAt: String?) -> RequestSetOrigin {
    RequestSetOrigin(
      campaign: campaign, texts: RequestSetOrigin.texts(in: campaignFolder), provenAt: provenAt,
      isTrial: settings.configuration.compose.isTrial)
  }
}

extension RequestIndex {
  private static let textsMember = "  \"texts\" : "

  /// The lines about files of messages and trials, between the sets and the version.
  static func originLines(_ origin: RequestSetOrigin) -> [UInt8] {
    var lines: [UInt8] = []
    if !origin.texts.isEmpty {
      let digests = JSONValue.object(origin.texts.mapValues { .string($0.hex) })
      lines += Array(textsMember.utf8) + ((try? JSONText.compact(digests)) ?? []) + Array(",\n".utf8)
    }
    return lines + (origin.isTrial ? Array("  \"trial\" : true,\n".utf8) : [])
  }

  /// The digests of the files of messages that a folder's requests were made from, by name; nil if unknown.
  static func texts(in folder: RequestFolder) -> [String: String]? {
    let end = try? FileReading.end(of: folder.path + "/" + RequestFolder.indexName, count: 1 << 16)
    guard
      let line = end?.split(separator: UInt8(ascii: "\n")).last(where: { $0.starts(with: textsMember.utf8) }),
      case .object(let members)? = value(ofEntry: line.dropFirst(textsMember.utf8.count).dropLast())
    else { return nil }
    return members.compactMapValues(\.text)
  }
}
