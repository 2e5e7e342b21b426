import Findings
import GIFCodec

/// Removes everything from a GIF that is not needed to show it, and writes delays as players use them. The compressed
/// frames stay byte for byte.
///
/// What stays: the screen with the colours that frames share, frames with their own, disposals, the loop count. What goes: comments,
/// XMP, colour profiles (which players ignore), text blocks (which players do not draw), other applications' blocks, shared
/// colours that no frame uses, bytes after the code that ends a frame's pixels, stray bytes between blocks, and all that follows
/// the trailer. What changes: a frame whose delay is too short or missing gets the 100 milliseconds that players use.
struct GIFCleaner {
  private var output: [UInt8]
  /// The graphic control for the next frame.
  private var control = Self.emptyControl
  /// As in the decoder: encoders do not write images far larger than the canvas.
  private let pixelLimit: Int

  /// Extension, label, length; flags, delay, transparent colour; end.
  private static let emptyControl: [UInt8] = [0x21, 0xF9, 4, 0, 0, 0, 0, 0]

  /// The same animation. It is only longer than the source where frames had no delay: by 8 bytes each.
  ///
  /// - Throws: `.damaged` for a file that ends early, contradicts itself, or has a frame whose pixels cannot be unpacked.
  static func clean(_ bytes: [UInt8]) throws(MetadataStrippingError) -> [UInt8] {
    let view = ByteView(bytes)
    let facts = GIFFacts(view)
    // All blocks before a trailer are whole.
    guard facts.endOffset != nil, facts.frameCount > 0, let stream = GIFStream(bytes[...]) else { throw .damaged }
    var cleaner = GIFCleaner(stream, view)
    var blocks = stream.blocks
    while let block = blocks.next() {
      try cleaner.add(block, view.clamped(at: blocks.range.lowerBound, length: blocks.range.count))
    }
    return cleaner.output
  }

  /// Begins with the screen (GIF89a, 18 and 19). Graphic controls need the later of the two versions.
  private init(_ stream: GIFStream, _ view: ByteView) {
    pixelLimit = max(4 * stream.canvas.pixelCount, 1 << 20)
    output = Array("GIF89a".utf8) + view.clamped(at: 6, length: stream.blocks.range.lowerBound - 6).bytes
    let isUsed = stream.blocks.contains { block in
      if case .image(let image) = block { image.colors.isEmpty } else { false }
    }
    guard !isUsed, !stream.colors.isEmpty else { return }
    output.removeSubrange(13...)
    // The flag and size of the table.
    output[10] &= 0x78
  }

  private mutating func add(_ block: GIFBlock, _ whole: ByteView) throws(MetadataStrippingError) {
    switch block {
    case .graphicControl:
      guard whole.count == 8, whole[2] == 4 else { throw .damaged }
      control = Array(whole.bytes)
    case .image(let image):
      guard let data = image.dataWithoutSurplus(pixelLimit: pixelLimit) else { throw .damaged }
      output += Self.playable(control) + whole.bytes.dropLast(data.whole.count) + data.needed
      control = Self.emptyControl
    case .application(let application) where application.isLoop:
      if whole[2] == 11, application.data.first == 3 { output += Array(whole.clamped(at: 0, length: 18).bytes) + [0] }
    case .otherExtension where whole[1] == 1: control = Self.emptyControl  // It was for this text.
    case .application, .comment, .otherExtension: break
    case .trailer: output.append(0x3B)
    }
  }

  /// A graphic control with the delay that players use: the fields count hundredths of a second.
  private static func playable(_ control: [UInt8]) -> [UInt8] {
    let delay = ByteView(control).uint16(at: 4, .little) ?? 0
    guard delay * 10 < ClientLimit.shortestFrameDelay.value else { return control }
    var control = control
    (control[4], control[5]) = (UInt8(Animation.replacementDelay / 10), 0)
    return control
  }
}
