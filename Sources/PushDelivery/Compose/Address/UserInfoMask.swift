extension String {
  /// The URL with `***` in place of the user name and the password before its host: reports are kept, and read by many. Any
  /// other text as it is.
  public var maskingUserInfo: String {
    guard let slashes = firstRange(of: "://") else { return self }
    let authority = self[slashes.upperBound...].prefix { !"/?#".contains($0) }
    guard let at = authority.lastIndex(of: "@") else { return self }
    return self[..<slashes.upperBound] + "***" + self[at...]
  }
}
