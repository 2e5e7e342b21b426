/// What lies at the path of a request.
public enum ServedContent: Hashable, Sendable {
  case file(ServedFile)
  case folder(ServedFolderPage)
  case missing
}

/// The page of a folder: links to what lies in it, so that nobody has to type a digest on a phone.
public struct ServedFolderPage: Hashable, Sendable {
  /// Its path below the folder that is served; empty for that folder itself.
  public let path: String
  /// The names in it that may be asked for; those of folders end in a slash.
  public let names: [String]

  public init(path: String, names: [String]) {
    (self.path, self.names) = (path, names)
  }

  /// The whole page.
  var html: String {
    let base = "/" + (path.isEmpty ? "" : path + "/")
    let links = names.sorted().map { name in
      XMLElement("p", children: [XMLElement("a", [("href", URIText.encoded(path: base + name))], text: name)])
    }
    let head = XMLElement(
      "head",
      children: [
        XMLElement("meta", [("charset", "utf-8")]),
        XMLElement("meta", [("name", "viewport"), ("content", "width=device-width, initial-scale=1")]),
        XMLElement("title", text: base),
      ])
    let body = XMLElement("body", children: [XMLElement("h1", text: base)] + links)
    let page = XMLElement("html", [("lang", "en")], children: [head, body])
    return (["<!DOCTYPE html>"] + page.lines()).joined(separator: "\n") + "\n"
  }
}
