/// One argument of a check, once it is known what it is.
public enum CheckTarget: Hashable, Sendable {
  /// A folder of pictures and messages of which `run` would make renditions and requests.
  case campaign(folder: String)
  /// A picture or video.
  case media(path: String)
  /// A file of send requests.
  case request(path: String)
  /// A send request that standard input holds.
  case standardInput
  case url(String)
}

extension CheckTarget {
  /// What an argument means: `-`, an address, a folder or a file. A folder that `run` would take is one target; the files
  /// of any other folder are targets of their own.
  ///
  /// - Parameter asIs: whether a campaign folder's files are to be shown as they are.
  /// - Throws: `PipelineError` when nothing is there, or it cannot be read.
  public static func targets(for argument: String, asIs: Bool) throws(PipelineError) -> [CheckTarget] {
    if argument == "-" { return [.standardInput] }
    if argument.hasPrefix("http://") || argument.hasPrefix("https://") { return [.url(argument)] }
    return [.media(path: argument)]
  }
}
