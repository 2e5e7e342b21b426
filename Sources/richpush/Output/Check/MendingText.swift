import Findings
import MediaPipeline

/// The possible fixes in request files, as a diff, and their number.
struct MendingText {
  let files: [RequestMending.File]
  let isWritten: Bool
  let style: Style

  var text: String { (files.map(difference) + [total]).joined(separator: "\n\n") }

  private func difference(_ file: RequestMending.File) -> String {
    file.difference.map { line in
      let text = line.printable
      return switch line.first {
      case "+": style.green(text)
      case "-": style.red(text)
      case "@": style.dim(text)
      default: text
      }
    }.joined(separator: "\n")
  }

  private var total: String {
    guard !files.isEmpty else { return "nothing can be mended without a choice" }
    let changes = counted(files.reduce(0) { $0 + $1.count }, "change")
    let whole = "\(changes) in \(counted(files.count, "file"))"
    return isWritten ? "\(whole), written" : "\(whole); --write writes them"
  }
}
