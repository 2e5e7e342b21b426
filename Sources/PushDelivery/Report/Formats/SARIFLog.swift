import Findings

/// A report in the Static Analysis Results Interchange Format 2.1.0, as code hosts and editors read it
/// (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html). Only the parts used here; names are the format's.
public struct SARIFLog: Hashable, Sendable, Encodable {
  var schema = "https://json.schemastore.org/sarif-2.1.0.json"
  var version = "2.1.0"
  var runs: [Run]

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  /// Its JSON: indented, keys sorted.
  public func json() throws -> [UInt8] { try JSONText.pretty(self) }

  struct Run: Hashable, Encodable {
    var tool: Tool
    var invocations: [Invocation]
    var columnKind = "unicodeCodePoints"
    var originalUriBaseIds = ["%SRCROOT%": ArtifactLocation(description: Text(text: "the working directory"))]
    var results: [Result]
  }

  struct Tool: Hashable, Encodable { var driver: Driver }

  struct Driver: Hashable, Encodable {
    var name = "richpush"
    var version: String
    var semanticVersion: String
    var informationUri: String?
    var rules: [Rule]
  }

  struct Invocation: Hashable, Encodable { var executionSuccessful: Bool }

  struct Text: Hashable, Encodable {
    var text: String
    var markdown: String?
  }

  /// A `reportingDescriptor`.
  struct Rule: Hashable, Encodable {
    var id: String
    var shortDescription: Text
    var fullDescription: Text?
    var help: Text?
    var helpUri: String?
    var defaultConfiguration: Configuration?
    var properties: Properties?

    struct Configuration: Hashable, Encodable { var level: String }

    struct Properties: Hashable, Encodable { var tags: [String] }
  }

  struct Result: Hashable, Encodable {
    var ruleId: String
    var ruleIndex: Int
    var level: String
    var message: Text
    var locations: [Location]
    var partialFingerprints: [String: String]
    var suppressions: [Suppression]?
    var properties: Properties?

    struct Suppression: Hashable, Encodable { var kind = "external" }

    struct Properties: Hashable, Encodable { var platforms: [Platform] }
  }

  struct Location: Hashable, Encodable {
    var physicalLocation: PhysicalLocation
    var logicalLocations: [LogicalLocation]?
  }

  struct PhysicalLocation: Hashable, Encodable {
    var artifactLocation: ArtifactLocation
    var region: Region
  }

  struct ArtifactLocation: Hashable, Encodable {
    var uri: String?
    var uriBaseId: String?
    var description: Text?
  }

  struct Region: Hashable, Encodable {
    var startLine: Int
    var startColumn: Int?
  }

  struct LogicalLocation: Hashable, Encodable { var fullyQualifiedName: String }
}
