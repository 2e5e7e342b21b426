/// Text as letters and digits of ASCII, for names in URLs.
package enum ASCIIFolding {
  /// Letters lose their accents, ligatures and letters and digits of full width or in circles become plain ones, and all else a hyphen: for
  /// Latin the compatibility decomposition (NFKD, https://www.unicode.org/reports/tr15/), lower case, without marks. The standard library
  /// has no such decomposition, so the part of it that names of files need is here.
  package static func folded(_ text: String) -> String {
    text.lowercased().unicodeScalars.reduce(into: "") { folded, scalar in
      switch scalar {
      case "a"..."z", "0"..."9": folded.unicodeScalars.append(scalar)
      case _ where scalar.properties.generalCategory == .nonspacingMark: break
      default: folded += table[scalar] ?? "-"
      }
    }
  }

  private static let table: [Unicode.Scalar: String] = letters.reduce(into: words) { table, row in
    for (offset, letter) in row.letters.enumerated() where letter != "-" {
      if let scalar = Unicode.Scalar(row.first + UInt32(offset)) { table[scalar] = String(letter) }
    }
  }

  /// Those that become several letters, and letters that Unicode does not decompose.
  private static let words: [Unicode.Scalar: String] = [
    "ß": "ss", "ø": "o", "æ": "ae", "ǣ": "ae", "ǽ": "ae", "œ": "oe", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ı": "i",
    "ħ": "h", "ŧ": "t", "ŋ": "n", "ĳ": "ij", "ŀ": "l-", "ŉ": "-n", "ǆ": "dz", "ǳ": "dz", "ǉ": "lj", "ǌ": "nj",
    "ẚ": "a-", "¼": "1-4", "½": "1-2", "¾": "3-4", "№": "no", "™": "tm", "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi",
    "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st",
  ]

  /// The results for scalars from the first one on, one letter each (UnicodeData.txt of Unicode 14), or a hyphen.
  private static let letters: [(first: UInt32, letters: String)] = [
    (0xAA, "a-------23-----1o"),
    (
      0xE0,
      "aaaaaa-ceeeeiiii-nooooo--uuuuy-y-a-a-a-c-c-c-c-d---e-e-e-e-e-g-g-g-g-h---i-i-i-i-----j-k--l-l-l-----"
        + "n-n-n----o-o-o---r-r-r-s-s-s-s-t-t---u-u-u-u-u-u-w-y--z-z-zs"
    ),
    (0x1A1, "o"), (0x1B0, "u"),
    (0x1CE, "a-i-o-u-u-u-u-u--a-a-----g-k-o-o--j----g---n-a---o-a-a-e-e-i-i-o-o-r-r-u-u-s-t---h-------a-e-o-o-o-o-y"),
    (
      0x1E01,
      "a-b-b-b-c-d-d-d-d-d-e-e-e-e-e-f-g-h-h-h-h-h-i-i-k-k-k-l-l-l-l-m-m-m-n-n-n-n-o-o-o-o-p-p-r-r-r-r-s-s-"
        + "s-s-s-t-t-t-t-u-u-u-u-u-v-v-w-w-w-w-w-x-x-y-z-z-zhtwy-s-----a-a-a-a-a-a-a-a-a-a-a-a-e-e-e-e-e-e-e-e-"
        + "i-i-o-o-o-o-o-o-o-o-o-o-o-o-u-u-u-u-u-u-u-y-y-y-y"
    ),
    (0x2460, "123456789"), (0xFF10, "0123456789"), (0xFF41, "abcdefghijklmnopqrstuvwxyz"),
  ]
}
