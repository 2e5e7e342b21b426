/// Changes how players turn the pictures of an MPEG-4 file.
enum MovieMatrix {
  /// Writes another matrix into the header of the first track (ISO/IEC 14496-12, 8.3.2): it lies 40 bytes into version 0.
  static func turning(_ movie: [UInt8], clockwise angle: Int) -> [UInt8] {
    let one: [UInt8] = [0, 1, 0, 0]
    let minusOne: [UInt8] = [0xFF, 0xFF, 0, 0]
    let zero: [UInt8] = [0, 0, 0, 0]
    let turns = [
      0: [one, zero, zero, one], 90: [zero, one, minusOne, zero], 180: [minusOne, zero, zero, minusOne],
      270: [zero, minusOne, one, zero],
      // Mirrored, which is not a turn.
      -1: [minusOne, zero, zero, one],
    ]
    let name = Array("tkhd".utf8)
    guard let turn = turns[angle], let start = movie.indices.first(where: { movie[$0...].starts(with: name) }) else {
      return movie
    }
    var changed = movie
    for (number, value) in zip([0, 1, 3, 4], turn) {
      let place = start + 4 + 40 + number * 4
      changed.replaceSubrange(place..<(place + 4), with: value)
    }
    return changed
  }
}
