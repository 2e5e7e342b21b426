/// The path of a picture or video, as a message names it.
enum CampaignPath {
  /// The path without `.` and doubled slashes, or what is wrong with it.
  static func normalized(_ text: String) -> Result<String, Problem> {
    let components = text.split(separator: "/").filter { $0 != "." }
    if text.contains("://") { return .failure(.url) }
    if text.hasControls { return .failure(.control) }
    if text.contains("\\") { return .failure(.backslash) }
    if text.hasPrefix("/") { return .failure(.absolute) }
    if components.contains("..") { return .failure(.leaves) }
    return components.isEmpty ? .failure(.folder) : .success(components.joined(separator: "/"))
  }

  /// Why a text names no file of the campaign folder.
  enum Problem: Error {
    case url, control, backslash, absolute, leaves, folder

    var message: String {
      switch self {
      case .url: "is a URL, and pictures are files of the campaign folder"
      case .control: "has control characters in it"
      case .backslash: "has a backslash in it"
      case .absolute: "is absolute, and pictures are files of the campaign folder"
      case .leaves: "leaves the campaign folder"
      case .folder: "names the campaign folder itself"
      }
    }

    var remedy: String {
      switch self {
      case .url: "download the picture into the campaign folder and name that file"
      case .backslash: "write `/` between folders"
      case .control, .absolute, .leaves, .folder: "write the file's path relative to the campaign folder"
      }
    }
  }
}
