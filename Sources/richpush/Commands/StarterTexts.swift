import Findings
import MediaPipeline
import PushDelivery

/// The files of `init`, short.
struct StarterTexts {
  let answers: StarterAnswers
  let found: FoundCampaign
  /// Whether all keys follow as comments.
  let isAnnotated: Bool

  /// Existing files decide before answers.
  var source: StarterAnswers.Source { found.source ?? answers.source ?? .campaign }

  var files: [ScaffoldFile] {
    let folder = found.folder == "." ? "" : found.folder + "/"
    let depth = String(repeating: "../", count: folder.count { $0 == "/" })
    let messages: [ScaffoldFile] =
      switch source {
      case .table: [ScaffoldFile(name: folder + InitCommand.tableName, text: table)]
      case .campaign:
        [ScaffoldFile(name: folder + InitCommand.campaignName, text: Self.modeline("campaign", depth) + campaign)]
      case .pictures: []
      }
    let schemas = [("pipeline", Destinations.file.schema), ("campaign", CampaignFile.schema)].map { name, schema in
      ScaffoldFile(name: Self.schema(name), text: String(decoding: schema, as: UTF8.self))
    }
    return [ScaffoldFile(name: InitCommand.pipelineName, text: Self.modeline("pipeline", "") + pipeline)] + messages
      + schemas
  }

  private var pipeline: String {
    let messages =
      source == .pictures ? ["messages: from-pictures", "defaults: {\(words.joined(separator: ", ")), \(target)}"] : []
    let project = answers.project.map { ["compose: {project: \($0)}"] } ?? []
    return text(
      ["version: 1", "campaign: \(quoted(found.folder))", "publish:"] + place + messages + project,
      Destinations.file.template)
  }

  private var place: [String] {
    let kind = answers.place?.kind ?? .directory
    let address = answers.baseURL.map { ["    base-url: \($0)"] } ?? []
    guard kind != .directory else {
      let usual = ["    base-url: \(OpenMarks.reserved)  # the public address of that folder"]
      return ["  - to: directory", "    path: public"] + (address.isEmpty ? usual : address)
    }
    let keys = ["s3": ["bucket"], "gcs": ["bucket"], "azure": ["account", "container"]][kind.rawValue] ?? []
    let names = answers.place?.names ?? []
    let own = keys.enumerated().map {
      "    \($1): \(quoted(names.dropFirst($0).first ?? "\(OpenMarks.mark)_\($1.uppercased())"))"
    }
    let region = kind == .s3 ? ["    region: \(quoted(answers.region ?? "\(OpenMarks.mark)_REGION"))"] : []
    let prefix = names.dropFirst(keys.count).joined(separator: "/")
    return ["  - to: \(kind.rawValue)"] + own + region + ["    prefix: \(prefix.isEmpty ? "push" : prefix)/"] + address
  }

  private let words = ["title: New for you", "body: See what arrived today"]
  private var receiver: StarterAnswers.Target { answers.target ?? .topic("\(OpenMarks.mark)_TOPIC") }
  private var target: String { "target: {\(receiver.key): \(quoted(receiver.value))}" }

  /// The first picture, or a placeholder.
  private var campaign: String {
    let picture = found.pictures.first ?? "\(OpenMarks.mark).jpg"
    let platforms =
      answers.platforms.map { ["platforms: [\($0.sorted().map(\.rawValue).joined(separator: ", "))]"] } ?? []
    let keys = ["media: \(quoted(picture))"] + words + [target] + platforms
    return text(
      ["version: 1", "messages:", "  - id: \(Slug(path: picture).text)"] + keys.map { "    " + $0 },
      CampaignFile.template)
  }

  /// A row for each picture.
  private var table: String {
    let pictures = found.pictures.isEmpty ? ["\(OpenMarks.mark).jpg"] : found.pictures
    var counts: [String: Int] = [:]
    let rows = pictures.map { name in
      let (cell, id) = ("\"\(name.replacing("\"", with: "\"\""))\"", Slug(path: name).text)
      counts[id, default: 0] += 1
      let number = counts[id, default: 1] > 1 ? "-\(counts[id, default: 1])" : ""
      return
        "\(id)\(number),\(cell == "\"\(quoted(name))\"" ? name : cell),New for you,See what arrived today,\(receiver.value)"
    }
    return (["id,media,title,body,\(receiver.key)"] + rows).joined(separator: "\n") + "\n"
  }

  /// - Parameter template: all keys, which follow as comments if wanted.
  private func text(_ lines: [String], _ template: String) -> String {
    let reference = template.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.isEmpty || $0.hasPrefix("#") ? $0 : "#" + $0
    }
    return lines.joined(separator: "\n") + "\n"
      + (isAnnotated ? "\n# All keys, with their meanings.\n#\n" + reference.joined(separator: "\n") : "")
  }

  /// In quotes where YAML might read it differently.
  private func quoted(_ text: String) -> String {
    let isPlain = text.wholeMatch(of: /[A-Za-z.][A-Za-z0-9._\/-]*/) != nil
    return isPlain && !["true", "false", "null", "yes", "no", "on", "off"].contains(text.lowercased())
      ? text : TemplateValue.quoted(text)
  }

  /// Tells editors a file's schema (https://github.com/redhat-developer/yaml-language-server#using-inlined-schema).
  private static func modeline(_ name: String, _ depth: String) -> String {
    "# yaml-language-server: $schema=\(depth)\(schema(name))\n"
  }

  /// Hidden, so that it is not part of the campaign.
  private static func schema(_ name: String) -> String { ".richpush/\(name).schema.json" }
}
