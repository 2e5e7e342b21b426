import Findings
import Foundation
import PushDelivery

/// Loads pictures as FCM's library on Android does, in a Java virtual machine: AndroidDownload.java over Debian's okhttp.
///
/// One address after the other, by one process, which ends when the last reference goes.
public actor AndroidDownload {
  private let program: InteractiveProgram
  /// Which okhttp it is, such as `okhttp/3.13.1`.
  public nonisolated let version: String

  /// Whether there is all that it needs.
  public static let isInstalled =
    Program.isInstalled("java") && libraries.allSatisfy { FileManager.default.fileExists(atPath: $0) }

  /// Where Debian's libokhttp-java and what it depends on put them.
  private static let libraries = ["okhttp", "okhttp-urlconnection", "okio"].map { "/usr/share/java/\($0).jar" }

  /// Servers' certificates have to be those of `TestAuthority`.
  ///
  /// - Throws: what starting it throws.
  public init() async throws {
    let authority = try await TestAuthority.shared().certificateFile
    let agent = LoadingClient.android.fields(for: "").first { $0.name == "User-Agent" }?.value ?? ""
    program = try InteractiveProgram(
      // Short as it runs, it is not worth to be compiled with all care.
      ["java", "-XX:TieredStopAtLevel=1", "-Djava.awt.headless=true", "-Dhttp.agent=\(agent)"]
        + ["-classpath", Self.libraries.joined(separator: ":")]
        + [packageRoot + "/Tests/TestSupport/Android/AndroidDownload.java", authority])
    version = try program.readLine()
  }

  /// What comes of an address, after five seconds at the latest.
  ///
  /// - Throws: `ProgramError` when the program has ended, or says what it should not.
  public func outcome(of url: String) throws -> Outcome {
    try program.write(url)
    let line = try program.readLine()
    guard let outcome = Outcome(line) else { throw ProgramError.failed("AndroidDownload.java", stderr: line) }
    return outcome
  }

  public enum Outcome: Hashable, Sendable {
    /// The bytes were decoded from this format, such as `jpeg`.
    case picture(format: String)
    /// The count of bytes, without a picture in a format that Java also knows.
    case bytes(Int)
    /// The exception.
    case failure(String)

    fileprivate init?(_ line: String) {
      let columns = line.split(separator: "\t", maxSplits: 1).map(String.init)
      switch (columns.first, columns.last.flatMap { Int($0) }) {
      case ("picture", nil): self = .picture(format: columns[1])
      case ("bytes", let count?): self = .bytes(count)
      case ("failure", _): self = .failure(columns[1])
      default: return nil
      }
    }
  }
}
