/// The absolute path of the package's folder, without a slash at its end: the one with `samples` and `Sources`.
public let packageRoot: String = {
  let components = #filePath.split(separator: "/", omittingEmptySubsequences: false)
  return components.dropLast(3).joined(separator: "/")
}()
