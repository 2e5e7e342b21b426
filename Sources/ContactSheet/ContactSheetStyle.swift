import Findings
package import MediaFacts
import PushDelivery

extension StyleSheet {
  /// The style of a page that shows these files, and perhaps an app's icon.
  static func contactSheet(of renditions: [RenditionOutcome], media: EmbeddedMedia, icon: [UInt8]?) -> StyleSheet {
    var sheet = StyleSheet(EmbeddedFile.text("contact-sheet/page.css"))
    let pictures = renditions.filter { !$0.format.isMovie }.map { (PictureClass($0), media.bytes(of: $0)) }
    for case (let name, let bytes?) in pictures { sheet.add(name, bytes: bytes) }
    if let icon, let format = SniffedFormat(firstBytes: icon).format,
      ContactSheetContents.Head.iconFormats.contains(format)
    {
      sheet.add(.icon(format), bytes: icon)
    }
    return sheet
  }
}

extension ContactSheetContents.Head {
  /// The formats of an app's icon.
  package static let iconFormats: Set<MediaFormat> = [.picture(.png), .picture(.jpeg)]
}
