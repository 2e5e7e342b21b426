import Findings

extension RequestRules {
  static let dataImage = Rule<RequestDocument>("message.image-in-data", reads: [.link, .data]) { document in
    dataMaps.flatMap { map in
      (document.node(map.path)?.members ?? []).compactMap { member -> Finding? in
        guard isImage(member) else { return nil }
        // Only clients that get this map, and no other picture.
        let blind = map.readers(in: document).filter {
          document.image(for: $0) == nil && !document.mayHaveImage(for: $0)
        }
        guard !blind.isEmpty else { return nil }
        let isForNotification = blind.contains { document.isNotification(for: $0) }
        return Finding(
          "no client looks for a picture in \((map.path + [member.name]).joined(separator: "."))"
            + (isForNotification ? ", so the notification is text alone" : ": showing it is the app's own matter"),
          severity: isForNotification ? .warning : .note, platforms: blind,
          at: document.place(of: map.path + [member.name]))
      }
    }
  }

  private struct DataMap {
    let path: [String]
    /// The clients that get it; nil: all without their own.
    let platform: Platform?

    func readers(in document: RequestDocument) -> Set<Platform> {
      if let platform { return [platform] }
      let own = dataMaps.filter { document.isSet($0.path) }.compactMap(\.platform)
      return Set(Platform.allCases).subtracting(own)
    }
  }

  private static let dataMaps = [
    DataMap(path: ["data"], platform: nil), DataMap(path: ["android", "data"], platform: .android),
    DataMap(path: ["android_v2", "data"], platform: .android), DataMap(path: ["webpush", "data"], platform: .web),
  ]

  /// Whether a pair of data is a picture's URL, by its name and its value.
  private static func isImage(_ member: JSONNode.Member) -> Bool {
    (member.value.text.map(isImageAddress) == true || member.value.isExpression) && isImageName(member.name)
  }

  /// Whether the value under a data name may be meant as a picture.
  static func isImageName(_ name: String) -> Bool {
    var name = name.lowercased().filter(\.isLetter)[...]
    for prefix in ["notification", "push", "fcm"] where name.hasPrefix(prefix) { name = name.dropFirst(prefix.count) }
    let names = ["image", "img", "picture", "photo", "attachment", "media", "bigpicture", "thumbnail", "poster"]
    return names.contains { name == $0 || name == $0 + "url" || name == $0 + "uri" || name == $0 + "link" }
  }

  static func isImageAddress(_ text: String) -> Bool {
    ["https://", "http://", "gs://", "data:image/"].contains(where: text.hasPrefix)
  }
}
