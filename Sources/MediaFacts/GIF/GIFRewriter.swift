import Findings
import GIFCodec

/// Removes everything from a GIF that is not needed to show it, and writes delays as players use them. The compressed
/// frames stay byte for byte.
///
/// What stays: the screen with its colours, frames with theirs, disposals, the loop count. What goes: comments, XMP,
/// colour profiles (which players ignore), text blocks (which players do not draw), other applications' blocks, stray
/// bytes between blocks, and all that follows the trailer. What changes: a frame whose delay is too short or missing
/// gets the 100 milliseconds that players use.
public struct GIFRewriter: Hashable, Sendable {
  public init() {}

  /// The same animation; rewriting the result changes nothing. It is only longer than the source where frames had no
  /// delay: by 8 bytes each.
  ///
  /// - Throws: `MetadataStrippingError.damaged` for a file that ends early or contradicts itself.
  public func rewrite(_ bytes: [UInt8]) throws(MetadataStrippingError) -> [UInt8] {
    let view = ByteView(bytes)
    let facts = GIFFacts(view)
    // All blocks before a trailer are whole.
    guard facts.endOffset != nil, facts.frameCount > 0, var blocks = GIFStream(bytes[...])?.blocks else {
      throw .damaged
    }
    var output = RewrittenGIF(screen: view.clamped(at: 0, length: blocks.range.lowerBound))
    while let block = blocks.next() {
      try output.add(block, view.clamped(at: blocks.range.lowerBound, length: blocks.range.count))
    }
    return output.bytes
  }
}

/// A GIF stream being written, block by block.
private struct RewrittenGIF {
  private(set) var bytes: [UInt8]
  /// The graphic control for the next frame.
  private var control = Self.emptyControl

  /// Extension, label, length; flags, delay, transparent colour; end.
  private static let emptyControl: [UInt8] = [0x21, 0xF9, 4, 0, 0, 0, 0, 0]

  private static let textLabel: UInt8 = 1

  /// Graphic controls need the later of the two versions.
  init(screen: ByteView) {
    bytes = Array("GIF89a".utf8) + screen.clamped(at: 6).bytes
  }

  mutating func add(_ block: GIFBlock, _ whole: ByteView) throws(MetadataStrippingError) {
    switch block {
    case .graphicControl:
      guard whole.count == 8, whole[2] == 4 else { throw .damaged }
      control = Array(whole.bytes)
    case .image:
      bytes += Self.playable(control) + whole.bytes
      control = Self.emptyControl
    case .application(let application) where application.isLoop:
      if whole[2] == 11, application.data.first == 3 { bytes += Array(whole.clamped(at: 0, length: 18).bytes) + [0] }
    case .otherExtension where whole[1] == Self.textLabel: control = Self.emptyControl  // It was for the text.
    case .application, .comment, .otherExtension: break
    case .trailer: bytes.append(0x3B)
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
