/// What a check tells while it goes on, for whoever shows progress.
public enum CheckEvent: Hashable, Sendable {
  /// There are so many more files, requests and addresses to look at; a campaign's are known once it has been read.
  case found(Int)
  /// One of them has been looked at.
  case finished
}
