import Foundation
import TestSupport

/// The pixels of a picture.
struct Screenshot {
  struct Pixel: Hashable {
    var red, green, blue: UInt8

    init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
      self.red = red
      self.green = green
      self.blue = blue
    }
  }

  /// Where pixels of one colour lie.
  struct Area: Hashable { var left, top, width, height: Int }

  let path: String
  let width: Int
  private let pixels: [UInt8]
  private let folder = TemporaryFolder()

  /// - Parameter path: of a PNG that may go afterwards.
  init(_ path: String) async throws {
    self.path = folder.absolute("picture.png")
    try folder.copy(path, to: "picture.png")
    try await folder.make([
      ["vips", "extract_band", "picture.png", "rgb.png", "0", "--n", "3"], ["vips", "rawsave", "rgb.png", "raw"],
    ])
    width = Int(try await Program("vipsheader").run(["-f", "width", self.path]).stdout.dropLast()) ?? 0
    pixels = try folder.bytes(of: "raw")
  }

  var height: Int { width > 0 ? pixels.count / 3 / width : 0 }

  func pixel(_ x: Int, _ y: Int) -> Pixel {
    let start = (y * width + x) * 3
    return Pixel(pixels[start], pixels[start + 1], pixels[start + 2])
  }

  /// The areas of one colour that are at least so wide, from top to bottom and left to right. Rounded corners are part of them.
  func areas(of color: Pixel, minimumWidth: Int) -> [Area] {
    var areas: [Area] = []
    for y in 0..<height {
      for run in runs(of: color, in: y) where run.count >= minimumWidth {
        let above = areas.firstIndex { $0.top + $0.height == y && ($0.left..<$0.left + $0.width).overlaps(run) }
        if let above {
          areas[above].height += 1
          let right = max(areas[above].left + areas[above].width, run.upperBound)
          areas[above].left = min(areas[above].left, run.lowerBound)
          areas[above].width = right - areas[above].left
        } else {
          areas.append(Area(left: run.lowerBound, top: y, width: run.count, height: 1))
        }
      }
    }
    return areas
  }

  private func runs(of color: Pixel, in y: Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start: Int?
    for x in 0...width {
      let isOfColor = x < width && pixel(x, y) == color
      if isOfColor, start == nil { start = x }
      if !isOfColor, let first = start {
        runs.append(first..<x)
        start = nil
      }
    }
    return runs
  }

  /// How alike this is to the middle of a picture, 2:1: 1 where it is the same, about 0 where it is another.
  func likeness(toMiddleOf picture: String) async throws -> Double {
    let work = TemporaryFolder()
    // Small, so that the finest details count for little, which are scaled in different ways.
    for (name, source) in [("shown.v", path), ("wanted.v", picture)] {
      try await work.make([
        ["vips", "thumbnail", source, name, "80", "--height", "40", "--size", "force", "--crop", "centre"],
        ["vips", "colourspace", name, "gray.v", "b-w"], ["vips", "extract_band", "gray.v", name, "0"],
      ])
    }
    try await work.make([["vips", "spcor", "shown.v", "wanted.v", "likeness.v"]])
    let output = try await Program("vips").run(["getpoint", "likeness.v", "40", "20"], workingDirectory: work.path)
    return Double(output.stdout.split(separator: "\n").first?.trimmingCharacters(in: .whitespaces) ?? "") ?? 0
  }
}
