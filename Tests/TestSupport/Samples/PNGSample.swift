/// Writes PNG streams, sound in structure; their pixels are not a valid DEFLATE stream.
package enum PNGSample {
  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  package static func chunk(_ type: String, _ data: [UInt8] = []) -> [UInt8] { pngChunk(type, data) }

  package static func header(width: Int = 20, height: Int = 10, depth: UInt8 = 8, type: UInt8 = 2) -> [UInt8] {
    chunk("IHDR", big(width, 4) + big(height, 4) + [depth, type, 0, 0, 0])
  }

  package static let pixels = chunk("IDAT", [1, 2, 3, 4]) + chunk("IDAT", [5, 6])
  package static let end = chunk("IEND")
  package static let plain = signature + header() + pixels + end

  package static let standardGamma = chunk("gAMA", big(45_455, 4))
  package static let standardPrimaries = chunk(
    "cHRM", [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000].flatMap { big($0, 4) })

  package static func profile(_ bytes: [UInt8]) -> [UInt8] { chunk("iCCP", ascii("name\0") + [0] + zlibStored(bytes)) }

  /// An XMP packet with a place, packed with a dynamic Huffman code.
  package static let packedXMP = hexadecimal(
    """
    78da4d8fc10e823010447f85d42b7469c1041ae0847a31c6e817a0546c625b426ba87f6f318d7a9bdd99bc9dad1c737294dc
    7691930f6598ab51d7eb0b675e2f6b404d35f537766ab721e1a71addad1d19c03ccf78ceb09e06206559424a81d2c42712f3
    52b6738932ab0068b9b94e62b442ab00e24efc48cae0cf5d7cd5121607084e01458b64bbe379df59619f3daf515ec4055e1f
    fe2cad86e011126739a61b044d05a1b657df279b3711214eba
    """)

  package static let full =
    signature + header() + profile(ICCSample.sRGB.bytes) + standardGamma + standardPrimaries + chunk("pHYs", big(0, 9))
    + chunk("tEXt", ascii("Author\0me")) + chunk("tIME", big(1, 7))
    + chunk("iTXt", ascii("XML:com.adobe.xmp\0") + [1, 0, 0, 0] + packedXMP)
    + chunk("zTXt", ascii("Raw profile type iptc\0") + [0] + zlibStored(ascii("\niptc\n 2\n0102")))
    + chunk("eXIf", TIFFSample.exif(hasPlace: true)) + chunk("prVt", [1]) + pixels + end + ascii("trailing")

  package static func animation(frames: Int) -> [UInt8] {
    let control = chunk("fcTL", [UInt8](repeating: 0, count: 26))
    let rest = (1..<max(frames, 1)).flatMap { _ in control + chunk("fdAT", [0, 0, 0, 1, 9]) }
    return signature + header(type: 6) + chunk("acTL", big(frames, 4) + big(0, 4)) + control + pixels + rest + end
  }

  package static func control(delay: Int, of denominator: Int, disposal: UInt8) -> [UInt8] {
    chunk("fcTL", big(0, 20) + big(delay, 2) + big(denominator, 2) + [disposal, 0])
  }
}
