import Cssimulacra2

/// Four rows of an image in XYB, the colour space of JPEG XL, scaled to 0 to 1.
struct XYBBand {
  /// Red against green.
  fileprivate(set) var x: Band
  /// Brightness.
  fileprivate(set) var y: Band
  /// Blue minus brightness; zeros where unused.
  fileprivate(set) var b: Band

  /// Zeros, as below an image.
  init(width: Int) { (x, y, b) = (Band(width: width), Band(width: width), Band(width: width)) }

  /// X (0), Y (1) or B - Y (2).
  subscript(channel: Int) -> Band {
    switch channel {
    case 0: x
    case 1: y
    default: b
    }
  }

  /// Replaces all rows but the first so many by zeros.
  mutating func clear(rowsFrom row: Int) {
    x.clear(rowsFrom: row)
    y.clear(rowsFrom: row)
    b.clear(rowsFrom: row)
  }
}

/// Converts light to XYB.
///
/// Source: libjxl, `opsin_params.h` (the matrix and the bias), `enc_xyb.cc` and `ssimulacra2.cc` (the range).
enum XYBConverter {
  /// The cones' response to darkness.
  private static let bias: Float = 0.0037930732552754493
  private static let biasRoot: Float = 0.15595420054924863

  /// Converts a band of light to XYB.
  ///
  /// - Parameter usesBlue: whether B - Y is needed.
  static func convert(_ light: LinearLight, into color: inout XYBBand, width: Int, usesBlue: Bool) {
    root(light, Cone(red: 0.30, green: 0.622, blue: 0.078), into: &color.x, width: width)
    root(light, Cone(red: 0.23, green: 0.692, blue: 0.078), into: &color.y, width: width)
    if usesBlue {
      let short = Cone(red: 0.24342268924547819, green: 0.20476744424496821, blue: 0.5518098665095535)
      root(light, short, into: &color.b, width: width)
      subtract(from: &color.b, color.x, color.y, width: width)
    }
    combine(&color.x, &color.y, width: width)
  }

  /// The weights of each light for the long, medium or short cones.
  private struct Cone {
    let red: Float
    let green: Float
    let blue: Float
  }

  /// Writes the cube root of a cone's response to the light.
  private static func root(_ light: LinearLight, _ cone: Cone, into band: inout Band, width: Int) {
    precondition(width <= min(light.red.columns.count, light.green.columns.count, light.blue.columns.count))
    precondition(width <= band.columns.count)
    let isFused = Processor.hasFusedMultiplication
    unsafe light.red.columns.withUnsafeBufferPointer { reds in
      unsafe light.green.columns.withUnsafeBufferPointer { greens in
        unsafe light.blue.columns.withUnsafeBufferPointer { blues in
          unsafe band.columns.withUnsafeMutableBufferPointer { columns in
            unsafe cssimulacra2_mix(
              reds.baseAddress, greens.baseAddress, blues.baseAddress, columns.baseAddress, width, cone.red, cone.green,
              cone.blue, bias, isFused)
            unsafe cssimulacra2_cube_roots(columns.baseAddress, width, biasRoot, isFused)
          }
        }
      }
    }
  }

  /// Converts the short cones' roots to B - Y, given those of the long and medium ones.
  private static func subtract(from short: inout Band, _ long: Band, _ medium: Band, width: Int) {
    let (longs, mediums) = (long.columns.span, medium.columns.span)
    var blues = short.columns.mutableSpan
    precondition(width <= longs.count && width <= mediums.count && width <= blues.count)
    for column in 0..<width { blues[column] = (blues[column] - 0.5 * (longs[column] + mediums[column])) + 0.55 }
  }

  /// Converts the long and medium cones' roots to X and Y.
  private static func combine(_ x: inout Band, _ y: inout Band, width: Int) {
    var xs = x.columns.mutableSpan
    var ys = y.columns.mutableSpan
    precondition(width <= xs.count && width <= ys.count)
    for column in 0..<width {
      let (long, medium) = (xs[column], ys[column])
      xs[column] = 0.5 * (long - medium) * 14 + 0.42
      ys[column] = 0.5 * (long + medium) + 0.01
    }
  }
}
