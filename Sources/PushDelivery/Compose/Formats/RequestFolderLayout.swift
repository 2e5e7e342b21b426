/// Where the forms of the requests lie in the request folder, and so which of its files are richpush's.
///
/// Scripts send every `*.json` of the folder itself, so besides the index nothing but requests lies there under such a name.
public enum RequestFolderLayout {
  /// The folder of the twins that FCM only checks: each lies in it as its request lies in the request folder.
  public static let rehearsalFolder = "validate-only/"

  /// The folders of files that are richpush's, each with a slash at its end and before those inside it. The first is the
  /// request folder itself.
  public static let folders = ["", "apns/", "curl/", "webpush/", rehearsalFolder, rehearsalFolder + "curl/"]

  /// Where a request lies in one form.
  static func path(of id: MessageIdentifier, as format: RequestFormat, isRehearsal: Bool) -> String {
    let folder = isRehearsal ? rehearsalFolder : ""
    return switch format.place {
    case .each(let inner, let suffix): folder + inner + id.rawValue + suffix
    case .all(let name): folder + name
    }
  }

  /// Whether a name in one of `folders` is richpush's.
  public static func owns(_ name: String, in folder: String) -> Bool {
    guard !name.hasPrefix(".") else { return false }
    let isRehearsal = folder.hasPrefix(rehearsalFolder)
    let place = isRehearsal ? String(folder.dropFirst(rehearsalFolder.count)) : folder
    return RequestFormat.allCases.contains { format in
      guard format.hasRehearsal || !isRehearsal else { return false }
      return switch format.place {
      case .each(let inner, let suffix): place == inner && name.hasSuffix(suffix)
      case .all(let shared): place.isEmpty && name == shared
      }
    }
  }
}

extension RequestFormat {
  /// A file of its own for each request, or one for all of them.
  enum Place {
    case each(folder: String, suffix: String)
    case all(name: String)
  }

  var place: Place {
    switch self {
    case .fcmV1: .each(folder: "", suffix: ".json")
    case .fcmV1Lines: .all(name: "requests.jsonl")
    case .curl: .each(folder: "curl/", suffix: ".sh")
    case .http: .all(name: "requests.http")
    case .adminNode: .all(name: "messages.mjs")
    case .adminPython: .all(name: "messages.py")
    case .apns: .each(folder: "apns/", suffix: ".json")
    case .webpush: .each(folder: "webpush/", suffix: ".json")
    }
  }
}
