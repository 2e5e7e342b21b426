import Cvips

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
    return unsafe Array(
      UnsafeBufferPointer(start: data.assumingMemoryBound(to: UInt16.self), count: count))
  }
}
