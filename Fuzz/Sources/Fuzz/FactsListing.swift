import Foundation
import MediaFacts

/// Prints a line for each file that a line of standard input names: its format, width, height, orientation, frames and whether it has alpha,
/// divided by tabs; `-` for what headers do not say. Each is printed at once, so that a file that stops the process is known.
func listFacts() {
  while let path = readLine() {
    guard let bytes = FileManager.default.contents(atPath: path).map(Array.init),
      case .picture(let format)? = SniffedFormat(firstBytes: bytes).format
    else {
      tell("-")
      continue
    }
    let facts = HeaderFacts(parsing: bytes, format: format)
    let numbers = [facts.size?.width, facts.size?.height, facts.orientation, facts.frameCount].map {
      $0.map(String.init) ?? "-"
    }
    let isLeftOut = facts.isUnreadMotion || facts.unreadCoding != nil || facts.isCutShort
    tell(([isLeftOut ? "-" : format.rawValue] + numbers + [facts.hasAlpha ? "yes" : "no"]).joined(separator: "\t"))
  }
}

private func tell(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
