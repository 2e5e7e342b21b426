import Cvips

/// A libvips image, owned: released when it goes out of scope, never stored, never passed to another task.
///
/// Operations are lazy. Nothing is decoded until `inMemory()`, an encoder or a measurement needs pixels, so damage shows
/// there and not in `load`.
@safe public struct Image: ~Copyable {
  let pointer: UnsafeMutablePointer<VipsImage>

  /// Takes over the reference.
  init(owning pointer: UnsafeMutablePointer<VipsImage>) { unsafe self.pointer = pointer }

  deinit { unsafe cvips_unref(pointer) }

  public var width: Int { unsafe Int(pointer.pointee.Xsize) }
  public var height: Int { unsafe Int(pointer.pointee.Ysize) }
  /// Channels, including alpha.
  public var bandCount: Int { unsafe Int(pointer.pointee.Bands) }
  public var hasAlpha: Bool { unsafe cvips_has_alpha(pointer) != 0 }
  public var hasProfile: Bool { unsafe cvips_has_profile(pointer) != 0 }
  public var hasWideSamples: Bool { unsafe pointer.pointee.BandFmt != VIPS_FORMAT_UCHAR }

  public var hasFloatSamples: Bool {
    let format = unsafe pointer.pointee.BandFmt
    return format == VIPS_FORMAT_FLOAT || format == VIPS_FORMAT_DOUBLE
  }

  /// The assumed model of the channels.
  public var colorModel: ColorModel {
    switch unsafe pointer.pointee.Type {
    case VIPS_INTERPRETATION_CMYK: .cmyk
    case VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16: .gray
    case VIPS_INTERPRETATION_LAB, VIPS_INTERPRETATION_LABQ, VIPS_INTERPRETATION_LABS: .lab
    default: .rgb
    }
  }

  public enum ColorModel: Sendable { case gray, rgb, cmyk, lab }

  /// Runs one libvips operation that makes an image.
  static func make(
    _ operation: String, _ body: (UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>) -> CInt
  ) throws(VipsError) -> Image {
    var result: UnsafeMutablePointer<VipsImage>?
    guard unsafe body(&result) == 0, let result = unsafe result else { throw .take(operation) }
    return unsafe Image(owning: result)
  }
}

extension Image {
  /// Decoded and computed once, so that several encodings start from the same pixels. Damage shows here.
  public consuming func inMemory() throws(VipsError) -> Image {
    guard let copy = unsafe cvips_to_memory(pointer) else { throw .take("decode") }
    return unsafe Image(owning: copy)
  }

  /// Decodes all of it and keeps nothing, so that memory does not grow with the picture. Damage shows here.
  public consuming func decodeWholly() throws(VipsError) {
    guard unsafe cvips_compute_all(pointer) == 0 else { throw .take("decode") }
  }

  /// The samples of an 8-bit image, row by row, bands interleaved.
  public consuming func samples() throws(VipsError) -> [UInt8] {
    let image = try inMemory()
    let count = image.width * image.height * image.bandCount
    guard !image.hasWideSamples, let data = unsafe cvips_samples(image.pointer) else {
      throw VipsError(operation: "samples", detail: "not an 8-bit image")
    }
    return unsafe Array(UnsafeRawBufferPointer(start: data, count: count))
  }

  /// The samples of a 16-bit image, row by row, bands interleaved.
  public consuming func wideSamples() throws(VipsError) -> [UInt16] {
    let image = try castTo16Bit().inMemory()
    let count = image.width * image.height * image.bandCount
    guard let data = unsafe cvips_samples(image.pointer) else { throw .take("samples") }
    return unsafe Array(UnsafeBufferPointer(start: data.assumingMemoryBound(to: UInt16.self), count: count))
  }
}
