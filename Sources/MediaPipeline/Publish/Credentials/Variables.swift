import Curl
import Findings
import PushDelivery

/// Variables of the environment that are not empty. Descriptions show no values: some are keys and tokens.
struct Variables: Sendable {
  private let values: [String: String]

  init(_ environment: [String: String]) { values = environment.filter { !$0.value.isEmpty } }

  subscript(_ name: String) -> String? { values[name] }

  /// All, for a program that inherits them.
  var all: [String: String] { values }

  func setting(_ name: String, to value: String) -> Variables { Variables(values.merging([name: value]) { $1 }) }
}

extension Variables: CustomStringConvertible, CustomReflectable {
  var description: String { "<variables>" }
  var customMirror: Mirror { Mirror(self, children: []) }
}

/// A file that holds a token.
enum SecretFile {
  /// Reads it again each time: it may be new.
  ///
  /// - Parameter key: the setting that names the file.
  static func read(_ path: String, named key: String) throws(ObjectStoreError) -> Secret {
    let text = String(decoding: try bytes(path, named: key), as: UTF8.self).trimmed
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw .noCredentials("\(path) holds no token", remedy: "let \(key) name a file with a token")
    }
    return Secret(text)
  }

  static func bytes(_ path: String, named key: String) throws(ObjectStoreError) -> [UInt8] {
    do throws(FileSystemError) {
      return try FileReading.bytes(of: path, limit: 65_536)
    } catch {
      throw .noCredentials(error.description, remedy: "let \(key) name a file that can be read")
    }
  }
}
