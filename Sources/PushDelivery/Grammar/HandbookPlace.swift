package import Findings

/// The handbook's place for the keys of a mapping.
package struct HandbookPlace: Sendable {
  private let page: @Sendable () -> HandbookPage
  private let paths: [String]

  /// - Parameters:
  ///   - page: its page.
  ///   - paths: the mapping's key path, then that of a mapping whose keys it also has; empty for the file's own keys.
  package init(_ page: @autoclosure @escaping @Sendable () -> HandbookPage, _ paths: [String]) {
    self.page = page
    self.paths = paths
  }

  package static func pipeline(_ paths: String...) -> HandbookPlace { HandbookPlace(.pipeline, paths) }
  package static func campaign(_ paths: String...) -> HandbookPlace { HandbookPlace(.campaign, paths) }

  /// The section of a key.
  func section(of key: String) -> HandbookSection {
    let page = page()
    let names = paths.isEmpty ? [key] : paths.map { "\($0).\(key)" }
    return names.lazy.compactMap { page[$0] }.first ?? page.section(names[0])
  }

  /// The section of the mapping.
  var mapping: HandbookSection { page().section(paths[0]) }
}
