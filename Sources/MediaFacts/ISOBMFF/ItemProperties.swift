/// The properties of one picture item (HEIF, ISO/IEC 23008-12, 6.5).
struct ItemProperties {
  /// The size in decoders, after cropping and turning.
  private(set) var size: PixelSize?
  private(set) var bitDepth: Int?
  /// Whether the coded picture has only brightness. Channels in `pixi` are not trusted: some writers count those of the separate
  /// transparency.
  private(set) var isMonochrome: Bool?
  private(set) var codePoints: CodePoints?
  private(set) var profile: [UInt8]?
  /// The type of an auxiliary picture: a URN.
  private(set) var auxiliaryType: String?

  init(_ boxes: [Box]) {
    for box in boxes { read(box) }
  }

  private mutating func read(_ box: Box) {
    let payload = box.payload
    switch box.type {
    case "ispe": readSize(payload)
    case "clap": crop(payload)
    case "irot": if payload[0].map({ $0 & 1 == 1 }) == true { size = size?.transposed }
    case "pixi": readSamples(payload)
    case "colr": readColor(payload)
    case "av1C":
      isMonochrome = isMonochrome ?? payload[2].map { $0 & 0x10 != 0 }
      bitDepth = bitDepth ?? payload[2].map { $0 & 0x40 == 0 ? 8 : $0 & 0x20 == 0 ? 10 : 12 }
    case "hvcC":
      isMonochrome = isMonochrome ?? payload[16].map { $0 & 3 == 0 }
      bitDepth = bitDepth ?? payload[17].map { Int($0 & 7) + 8 }
    case "auxC":
      auxiliaryType = String(decoding: payload.clamped(at: 4, length: 80).bytes.prefix { $0 != 0 }, as: UTF8.self)
    default: break
    }
  }

  private mutating func readSize(_ payload: ByteView) {
    guard size == nil, let width = payload.uint32(at: 4), let height = payload.uint32(at: 8) else { return }
    size = PixelSize(width: width, height: height)
  }

  /// The clean aperture's width and height are fractions; only one within the picture counts.
  private mutating func crop(_ payload: ByteView) {
    let numbers = [0, 4, 8, 12].compactMap { payload.uint32(at: $0) }
    guard let whole = size, numbers.count == 4, numbers[1] > 0, numbers[3] > 0 else { return }
    let cropped = PixelSize(width: numbers[0] / numbers[1], height: numbers[2] / numbers[3])
    guard (1...max(whole.width, 1)).contains(cropped.width) else { return }
    guard (1...max(whole.height, 1)).contains(cropped.height) else { return }
    size = cropped
  }

  private mutating func readSamples(_ payload: ByteView) {
    guard let depth = payload[5], (1...32).contains(depth) else { return }
    bitDepth = Int(depth)
  }

  private mutating func readColor(_ payload: ByteView) {
    switch payload.code(at: 0) {
    case "nclx":
      guard let primaries = payload.uint16(at: 4), let transfer = payload.uint16(at: 6) else { return }
      codePoints = codePoints ?? CodePoints(primaries: primaries, transfer: transfer)
    case "prof", "rICC":
      guard payload.count <= HeaderFacts.longestProfile else { return }
      profile = profile ?? Array(payload.clamped(at: 4).bytes)
    default: break
    }
  }
}
