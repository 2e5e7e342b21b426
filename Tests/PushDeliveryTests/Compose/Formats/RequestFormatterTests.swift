import Findings
import PushDelivery
import TestSupport
import Testing

@Suite struct RequestFormatterTests {
  private let request: ComposedRequest

  init() throws {
    var diagnostics: [Diagnostic] = []
    let message = Message(target: .topic("news"), notification: .init(title: "T"))
    request = ComposedRequest(
      id: try #require(MessageIdentifier(rawValue: "sale")),
      request: try #require(SendRequest(message, subject: .init(.message, "sale"), reporting: &diagnostics)),
      assetURLs: [])
  }

  private let project = ProjectIdentifier(rawValue: "shop-1")

  @Test func everyFormHasItsPlace() throws {
    let written = try WrittenForms([request], as: RequestFormat.allCases, rehearses: true)
    #expect(
      try written.folder.files() == [
        "apns/sale.json", "curl/sale.sh", "messages.mjs", "messages.py", "requests.http", "requests.jsonl", "sale.json",
        "validate-only/curl/sale.sh", "validate-only/requests.http", "validate-only/requests.jsonl",
        "validate-only/sale.json", "webpush/sale.json",
      ])
  }

  @Test func richpushOwnsWhatItWritesAndNoMore() throws {
    let formatter = try #require(
      RequestFormatter(ComposeSettings(formats: RequestFormat.allCases, project: project, rehearses: true)))
    for path in formatter.format(request).forms.map(\.path) {
      let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
      let (folder, name) = (String(path[..<slash]), String(path[slash...]))
      #expect(RequestFolderLayout.folders.contains(folder))
      #expect(RequestFolderLayout.owns(name, in: folder))
      #expect(!RequestFolderLayout.owns("." + name, in: folder))
      #expect(!RequestFolderLayout.owns(name + "~", in: folder))
    }
    #expect(RequestFolderLayout.owns("index.json", in: ""))
    #expect(!RequestFolderLayout.owns("messages.py", in: "validate-only/"))
    #expect(!RequestFolderLayout.owns("a.json", in: "curl/"))
  }

  @Test func linesAndFilesSayTheSame() throws {
    let requests = try HostileMessage.requests(20, seed: 1)
    #expect(requests.count == 20)
    let written = try WrittenForms(requests, as: [.fcmV1, .fcmV1Lines], rehearses: true)
    for folder in ["", "validate-only/"] {
      let lines = try written.folder.text(of: folder + "requests.jsonl").split(
        separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count == 21 && lines.last == "")
      for (index, line) in lines.dropLast().enumerated() {
        let file = try JSONValue(text: try written.folder.text(of: "\(folder)m\(index).json"))
        #expect(try JSONValue(text: String(line)) == file)
        #expect(file["validate_only"] == (folder.isEmpty ? nil : true))
        #expect(file["message"] == requests[index].request.message)
      }
    }
  }

  @Test func namesAreTheReferencesWhateverTheAuthorsSpelling() throws {
    var diagnostics: [Diagnostic] = []
    let overrides = MessageOverrides(
      android: ["collapseKey": "k", "notification": ["channelId": "c"]], apns: ["payload": ["aps": ["camelCase": 1]]],
      webpush: ["fcmOptions": ["link": "https://example.com/"]])
    let request = SendRequest(
      Message(target: .fid("f"), notification: .init(title: "T")), overrides: overrides,
      subject: .init(.message, "m"), reporting: &diagnostics)
    #expect(
      request?.message == [
        "fid": "f", "notification": ["title": "T"],
        "android": ["collapse_key": "k", "notification": ["channel_id": "c"]],
        "apns": ["payload": ["aps": ["camelCase": 1]]], "webpush": ["fcm_options": ["link": "https://example.com/"]],
      ])
  }

  @Test func aProjectIsNeededWhereItIsNamed() {
    for format in RequestFormat.allCases {
      let formatter = RequestFormatter(ComposeSettings(formats: [.fcmV1, format]))
      #expect((formatter == nil) == [.curl, .http].contains(format))
      #expect(RequestFormatter(ComposeSettings(formats: [format], project: project)) != nil)
    }
  }

  @Test(arguments: ["", "abc", "Shop", "shop/../x", "shop 1", "shop'1", "$(id)", "shöp-1", "a\nb-cd", "-shop"])
  func projectsAreWordsThatNeedNoQuoting(_ text: String) { #expect(ProjectIdentifier(rawValue: text) == nil) }

  @Test(arguments: ["shop-1", "example.com:shop-1", "123456789012"])
  func projectsMayBeOldOnesAndNumbers(_ text: String) { #expect(ProjectIdentifier(rawValue: text)?.rawValue == text) }
}
