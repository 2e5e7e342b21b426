/// The absolute path of the package's folder, without a slash at its end: where `samples` and `Sources` lie.
public let packageRoot: String = {
  let components = #filePath.split(separator: "/", omittingEmptySubsequences: false)
  return components.dropLast(3).joined(separator: "/")
}()
