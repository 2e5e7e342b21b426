import Findings
import Foundation

/// A page in Chromium that a test uses as a person does: by mouse, by keys, and by what a screen reader is told (page.py).
public struct UsedPage: Sendable {
  /// One thing that is done.
  public enum Step: Sendable {
    /// The first element that matches a selector is clicked, in its middle.
    case click(String)
    /// A key is pressed, by its name.
    case key(String)
    /// A text goes where the focus is.
    case type(String)
    /// The value of an expression is found.
    case ask(String)
    /// The names of everything with a role in the accessibility tree are found.
    case heard(String)
    /// What the first element that matches a selector looks like is written as a PNG, when it is there.
    case picture(String, to: String)
    /// The page is opened again by a browser that is set so.
    case media([String: String])

    fileprivate var value: JSONValue {
      switch self {
      case .click(let selector): ["click": .string(selector)]
      case .key(let name): ["key": .string(name)]
      case .type(let text): ["type": .string(text)]
      case .ask(let expression): ["ask": .string(expression)]
      case .heard(let role): ["heard": .string(role)]
      case .picture(let selector, let path): ["picture": .array([.string(selector), .string(path)])]
      case .media(let features): ["media": .object(features.mapValues { .string($0) })]
      }
    }
  }

  private let page: String
  private let downloads: String

  /// - Parameters:
  ///   - page: an absolute path.
  ///   - downloads: the folder for files that the page offers.
  public init(_ page: String, downloads: String) { (self.page, self.downloads) = (page, downloads) }

  /// - Returns: what each `ask` and `heard` found, in their order.
  /// - Throws: `ProgramError`, also where an expression fails.
  public func use(width: Int = 1280, height: Int = 900, _ steps: Step...) async throws -> [JSON] {
    try await use(width: width, height: height, steps: steps)
  }

  /// The same of steps that are not known when the test is written.
  public func use(width: Int = 1280, height: Int = 900, steps: [Step]) async throws -> [JSON] {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let job: JSONValue = .object([
      "chromium": .string(Chromium.path ?? Chromium.names[0]), "page": .string(page), "downloads": .string(downloads),
      "width": .integer(width), "height": .integer(height), "steps": .array(steps.map(\.value)),
    ])
    try folder.write(JSONText.compact(job), to: "job.json")
    let script = packageRoot + "/Tests/TestSupport/Browser/page.py"
    let output = try await Program("python3").run([script, folder.absolute("job.json")])
    guard output.status == 0 else { throw ProgramError.failed("page.py", stderr: output.stderr) }
    return try JSON(output.stdout).elements.filter { $0 != .null }
  }
}
