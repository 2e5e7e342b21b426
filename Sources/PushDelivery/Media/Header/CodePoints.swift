/// Colour said by numbers of ITU-T H.273, as files do outside of ICC profiles.
package struct CodePoints: Hashable, Sendable {
  package var primaries: Int
  package var transfer: Int

  package init(primaries: Int, transfer: Int) {
    self.primaries = primaries
    self.transfer = transfer
  }
}

extension ColorDescription.Transfer {
  /// Everything but PQ (16) and HLG (18) is of standard range.
  init(codePoint: Int) {
    switch codePoint {
    case 8: self = .linear
    case 16: self = .pq
    case 18: self = .hlg
    default: self = .standard
    }
  }
}

extension ColorDescription.Primaries {
  /// 9 is BT.2020; 11 and 12 are the primaries of P3, for theatres and for displays; what is not said is BT.709.
  init(codePoint: Int) {
    switch codePoint {
    case 9: self = .bt2020
    case 11, 12: self = .displayP3
    default: self = .bt709
    }
  }
}
