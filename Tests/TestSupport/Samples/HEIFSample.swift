/// Writes HEIC and AVIF files without coded pictures.
package enum HEIFSample {
  package static func box(_ type: String, _ payload: [UInt8] = []) -> [UInt8] {
    big(payload.count + 8, 4) + ascii(type) + payload
  }

  package static func full(_ type: String, version: UInt8 = 0, _ payload: [UInt8]) -> [UInt8] {
    box(type, [version, 0, 0, 0] + payload)
  }

  package static func brands(_ major: String, _ compatible: String...) -> [UInt8] {
    box("ftyp", ascii(major) + big(0, 4) + compatible.flatMap(ascii))
  }

  package static func size(_ width: Int, _ height: Int) -> [UInt8] { full("ispe", big(width, 4) + big(height, 4)) }

  package static func nclx(primaries: Int, transfer: Int) -> [UInt8] {
    box("colr", ascii("nclx") + big(primaries, 2) + big(transfer, 2) + big(9, 2) + [0x80])
  }

  package static let quarterTurn = box("irot", [1])
  package static let tenBits = full("pixi", [3, 10, 10, 10])
  package static let alpha = full("auxC", ascii("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0"))
  package static let gainMap = full("auxC", ascii("urn:com:apple:photo:2020:aux:hdrgainmap\0"))

  package static func item(_ identifier: Int, _ type: String, _ rest: [UInt8] = [0]) -> [UInt8] {
    full("infe", version: 2, big(identifier, 2) + [0, 0] + ascii(type) + rest)
  }

  package static func reference(_ type: String, _ from: Int, _ to: Int...) -> [UInt8] {
    box(type, big(from, 2) + big(to.count, 2) + to.flatMap { big($0, 2) })
  }

  /// Item 1 is the picture, with as many of the properties as `properties` are; 2 to 4 its alpha, its gain map and
  /// its thumbnail; 5 and 6 EXIF and XMP.
  package static func file(_ properties: [[UInt8]], isDecorated: Bool = false) -> [UInt8] {
    let start = brands("mif1", "mif1", "avif", "miaf")
    let exif = big(6, 4) + ascii("Exif\0\0") + TIFFSample.exif(orientation: 6, hasPlace: true)
    let xmp = ascii("<rdf/>")
    let length = meta(properties, isDecorated, dataOffset: 0, exif.count, xmp.count).count
    let offset = start.count + length + 8
    let meta = meta(properties, isDecorated, dataOffset: offset, exif.count, xmp.count)
    return start + meta + box("mdat", isDecorated ? exif + xmp : [])
  }

  private static func meta(_ properties: [[UInt8]], _ isDecorated: Bool, dataOffset: Int, _ exif: Int, _ xmp: Int)
    -> [UInt8]
  {
    let own = properties.indices.map { UInt8($0 + 1) }
    let auxiliary = UInt8(properties.count + 1)
    let associations =
      big(1, 2) + [UInt8(own.count)] + own + big(2, 2) + [1, auxiliary | 0x80] + big(3, 2) + [1, auxiliary + 1]
    let items = [
      item(1, "av01"), item(2, "av01"), item(3, "av01"), item(4, "av01"), item(5, "Exif"),
      item(6, "mime", ascii("\0application/rdf+xml\0")),
    ]
    let references = [
      reference("auxl", 2, 1), reference("auxl", 3, 1), reference("thmb", 4, 1), reference("cdsc", 5, 1),
    ]
    let locations =
      [0x44, 0] + big(2, 2) + big(5, 2) + big(0, 2) + big(1, 2) + big(dataOffset, 4) + big(exif, 4) + big(6, 2)
      + big(0, 2) + big(1, 2) + big(dataOffset + exif, 4) + big(xmp, 4)
    let used = isDecorated ? items : [items[0]]
    return full(
      "meta",
      full("hdlr", big(0, 4) + ascii("pict") + big(0, 13)) + full("pitm", big(1, 2))
        + full("iinf", big(used.count, 2) + used.flatMap(\.self))
        + (isDecorated ? full("iref", references.flatMap(\.self)) + full("iloc", locations) : [])
        + box(
          "iprp", box("ipco", properties.flatMap(\.self) + alpha + gainMap) + full("ipma", big(3, 4) + associations)))
  }

  package static func movie(frames: Int) -> [UInt8] {
    let table = box("minf", box("stbl", full("stsz", big(0, 4) + big(frames, 4))))
    return box("moov", box("trak", box("mdia", full("hdlr", big(0, 4) + ascii("pict")) + table)))
  }
}
