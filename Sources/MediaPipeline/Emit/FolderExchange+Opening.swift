import PushDelivery
import SystemPackage

extension FolderExchange {
  /// Begins an exchange, once one that a killed run had begun is at its end.
  ///
  /// - Returns: the exchange with an empty folder for the next state, and the access that this folder is to have; nil where there is none
  ///   yet.
  /// - Throws: `FileSystemError`.
  static func opened(
    _ requests: RequestFolder, trialFolder: String?
  ) throws(FileSystemError) -> (FolderExchange, FolderAccess?) {
    let exchange = FolderExchange(requests, trialFolder: trialFolder)
    guard trialFolder == nil else {
      try FileSystem.createFolder(exchange.next)
      return (exchange, FolderAccess(of: requests.path))
    }
    try exchange.finishInterrupted()
    // Behind that, since until then the folder may be under another name.
    let access = FolderAccess(of: requests.path)
    return (try exchange.opened(requests, access), access)
  }

  /// Makes the folder in which the next state is built: beside the request folder, or in that where it must stay.
  ///
  /// - Parameter access: that of the request folder, which the new one gets before there is a file in it.
  /// - Throws: `FileSystemError`.
  private func opened(_ requests: RequestFolder, _ access: FolderAccess?) throws(FileSystemError) -> FolderExchange {
    guard !mustStay else { return try inside(requests) }
    do throws(FileSystemError) {
      try FileSystem.createFolder(next)
      try access?.apply(to: next)
      return self
    } catch {
      FileSystem.removeFolder(next)
      // Whose folder cannot be made anew as it is can still be filled.
      guard FileSystem.kind(of: folder) == .folder else { throw missing(error) }
      guard FileSystem.refusalOfNewFiles(in: folder) == nil else { throw error }
      return try inside(requests)
    }
  }

  /// About the folder that people know, and not about the hidden one.
  private func missing(_ error: FileSystemError) -> FileSystemError {
    guard error.code == .permissionDenied else { return error }
    return FileSystemError(
      "create the folder", folder, error.code,
      remedy: "make it and let this user write it, or let this user write the folder above it, and run again")
  }

  private func inside(_ requests: RequestFolder) throws(FileSystemError) -> FolderExchange {
    let exchange = FolderExchange(requests, isInside: true)
    try FileSystem.createPrivateFolder(exchange.next)
    return exchange
  }

  /// Whether the next state is built where it is going to take the folder's place.
  var isBeside: Bool { !isInside && places.contains(next) }

  /// Whether the folder has begun to change file by file.
  var isBegun: Bool { FolderMerge(of: folder, from: next, files).isBegun }
}
