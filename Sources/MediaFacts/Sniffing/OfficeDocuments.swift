/// Documents of office programs, which are ZIP archives that nobody is to unpack.
enum OfficeDocuments {
  /// What is told of a file of which the first bytes begin an archive; nil: it is another archive, or none.
  static func format(_ view: ByteView) -> UnsupportedFormat? {
    guard view.has([0x50, 0x4B, 0x03, 0x04]) else { return nil }
    if isWorkbook(view) { return .other("a workbook of a spreadsheet program", tableHint) }
    return isDocument(view) ? .document("a document of an office program") : nil
  }

  /// A campaign's table, if it is anything.
  private static let tableHint = "save its table as \"CSV UTF-8\" under the name messages.csv in the campaign folder"

  /// Where the name of the first file in an archive stands. Its contents follow, of OpenDocument's first one as they are.
  private static let nameOffset = 30

  /// Of Excel, whose parts lie in a folder of their own; of OpenDocument, which says its type first; of Numbers.
  private static func isWorkbook(_ view: ByteView) -> Bool {
    view.contains("xl/") && isOpenXML(view)
      || view.has("mimetypeapplication/vnd.oasis.opendocument.spreadsheet", at: nameOffset)
      || view.has("Index/", at: nameOffset) && view.contains(".iwa") && view.contains("CalculationEngine")
  }

  private static func isDocument(_ view: ByteView) -> Bool {
    isOpenXML(view) || view.has("mimetypeapplication/vnd.oasis.opendocument.", at: nameOffset)
      || view.has("Index/", at: nameOffset) && view.contains(".iwa")
  }

  /// Any program's that writes Office Open XML: one of these parts comes first.
  private static func isOpenXML(_ view: ByteView) -> Bool {
    ["[Content_Types].xml", "_rels/.rels", "docProps/", "xl/"].contains { view.has($0, at: nameOffset) }
  }
}
