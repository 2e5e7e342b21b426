/// Office documents, which are ZIP archives that are not unpacked.
enum OfficeDocuments {
  /// The type of a file that begins like an archive; nil: another archive, or none.
  static func format(_ view: ByteView) -> UnsupportedFormat? {
    guard view.has([0x50, 0x4B, 0x03, 0x04]) else { return nil }
    if isWorkbook(view) { return .other("a workbook of a spreadsheet program", tableHint) }
    return isDocument(view) ? .document("a document of an office program") : nil
  }

  /// A campaign's table, most likely.
  private static let tableHint = "save its table as \"CSV UTF-8\" under the name messages.csv in the campaign folder"

  /// The offset of the name of the first file in an archive. Its contents follow, uncompressed in OpenDocument.
  private static let nameOffset = 30

  /// Excel has its parts in a separate folder; OpenDocument begins with its type; the last is Numbers.
  private static func isWorkbook(_ view: ByteView) -> Bool {
    view.contains("xl/") && isOpenXML(view)
      || view.has("mimetypeapplication/vnd.oasis.opendocument.spreadsheet", at: nameOffset)
      || view.has("Index/", at: nameOffset) && view.contains(".iwa") && view.contains("CalculationEngine")
  }

  private static func isDocument(_ view: ByteView) -> Bool {
    isOpenXML(view) || view.has("mimetypeapplication/vnd.oasis.opendocument.", at: nameOffset)
      || view.has("Index/", at: nameOffset) && view.contains(".iwa")
  }

  /// Every writer of Office Open XML puts one of these parts first.
  private static func isOpenXML(_ view: ByteView) -> Bool {
    ["[Content_Types].xml", "_rels/.rels", "docProps/", "xl/"].contains { view.has($0, at: nameOffset) }
  }
}
