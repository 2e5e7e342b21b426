/// Text as letters and digits of ASCII, for names in URLs.
package enum ASCIIFolding {
  /// Letters lose their accents, letters and digits of other shapes (full width, circled, ligatures, units) become plain ones, and all else
  /// a hyphen: the compatibility decomposition (NFKD, https://www.unicode.org/reports/tr15/), lower case, without marks. The standard
  /// library has no such decomposition, so the part of it that gives ASCII is here.
  package static func folded(_ text: String) -> String {
    text.lowercased().unicodeScalars.reduce(into: "") { folded, scalar in
      switch scalar {
      case "a"..."z", "0"..."9": folded.unicodeScalars.append(scalar)
      case _ where scalar.properties.generalCategory == .nonspacingMark: break
      default: folded += table[scalar] ?? "-"
      }
    }
  }

  private static let table: [Unicode.Scalar: String] = {
    var table = undecomposed
    for (first, letters) in letters { add(letters.map(String.init), at: first, to: &table) }
    for (first, words) in words { add(words.split(separator: " ").map(String.init), at: first, to: &table) }
    // Mathematical letters, capital and small, and digits, by style.
    let alphabet = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { String(UnicodeScalar($0)) }
    for style in UInt32(0)..<13 {
      for offset: UInt32 in [0, 26] { add(alphabet, at: 0x1D400 + 52 * style + offset, to: &table) }
    }
    for style in UInt32(0)..<5 { add((0...9).map(String.init), at: 0x1D7CE + 10 * style, to: &table) }
    return table
  }()

  private static func add(_ texts: [String], at first: UInt32, to table: inout [Unicode.Scalar: String]) {
    for (offset, text) in texts.enumerated() where text != "-" {
      if let scalar = Unicode.Scalar(first + UInt32(offset)) { table[scalar] = text }
    }
  }

  /// Latin letters that Unicode does not decompose.
  private static let undecomposed: [Unicode.Scalar: String] = [
    "ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ı": "i", "ħ": "h", "ŧ": "t",
    "ŋ": "n",
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
    (0x2B0, "h-jr---wy"), (0x2E1, "lsx"), (0x1D2C, "a-b-de-ghijklmn-o-prtuwa---bde---g-kmno---ptu--v------iruv"),
    (0x1D9C, "c-d-f"), (0x1DBB, "z"),
    (
      0x1E01,
      "a-b-b-b-c-d-d-d-d-d-e-e-e-e-e-f-g-h-h-h-h-h-i-i-k-k-k-l-l-l-l-m-m-m-n-n-n-n-o-o-o-o-p-p-r-r-r-r-s-s-"
        + "s-s-s-t-t-t-t-u-u-u-u-u-v-v-w-w-w-w-w-x-x-y-z-z-zhtwy-s-----a-a-a-a-a-a-a-a-a-a-a-a-e-e-e-e-e-e-e-e-"
        + "i-i-o-o-o-o-o-o-o-o-o-o-o-o-u-u-u-u-u-u-u-y-y-y-y"
    ),
    (0x2070, "0i--456789-----n0123456789------aeox-hklmnpst"),
    (0x2102, "c-------ghhhhhiill-n---pqrrr------z---z---bc-eef-mo----i-----------ddeij"), (0x2170, "i---v----x--lcdm"),
    (0x2460, "123456789"), (0x24D0, "abcdefghijklmnopqrstuvwxyz0"), (0x2C7C, "jv"), (0xA7F2, "cfq---h"),
    (0xFF10, "0123456789"), (0xFF41, "abcdefghijklmnopqrstuvwxyz"), (0x10795, "h"), (0x107A2, "o--q"), (0x1D6A4, "i"),
    (0x1F12B, "cr---abcdefghijklmnopqrstuvwxyz"), (0x1FBF0, "0123456789"),
  ]

  /// The same for results with several letters.
  private static let words: [(first: UInt32, words: String)] = [
    (0xBC, "1-4 1-2 3-4"), (0x133, "ij"), (0x140, "l-"), (0x149, "-n"), (0x1C6, "dz - - lj - - nj"), (0x1E3, "ae"),
    (0x1F3, "dz"), (0x1FD, "ae"), (0x1D2D, "ae"), (0x1E9A, "a-"), (0x20A8, "rs"),
    (0x2100, "a-c a-s - -c - c-o c-u - - -f"), (0x2116, "no"), (0x2120, "sm tel tm"), (0x213B, "fax"),
    (0x2150, "1-7 1-9 1-10 1-3 2-3 1-5 2-5 3-5 4-5 1-6 5-6 1-8 3-8 5-8 7-8 1-"),
    (0x2171, "ii iii iv - vi vii viii ix - xi xii"), (0x2189, "0-3"),
    (
      0x2469,
      "10 11 12 13 14 15 16 17 18 19 20 -1- -2- -3- -4- -5- -6- -7- -8- -9- -10- -11- -12- -13- -14- -15- "
        + "-16- -17- -18- -19- -20- 1- 2- 3- 4- 5- 6- 7- 8- 9- 10- 11- 12- 13- 14- 15- 16- 17- 18- 19- 20- -a- "
        + "-b- -c- -d- -e- -f- -g- -h- -i- -j- -k- -l- -m- -n- -o- -p- -q- -r- -s- -t- -u- -v- -w- -x- -y- -z-"
    ),
    (0x3250, "pte 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35"),
    (0x32B1, "36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 1- 2- 3- 4- 5- 6- 7- 8- 9- 10- 11- 12- hg erg ev ltd"),
    (
      0x3358,
      "0- 1- 2- 3- 4- 5- 6- 7- 8- 9- 10- 11- 12- 13- 14- 15- 16- 17- 18- 19- 20- 21- 22- 23- 24- hpa da au "
        + "bar ov pc dm dm2 dm3 iu"
    ),
    (
      0x3380,
      "pa na -a ma ka kb mb gb cal kcal pf nf -f -g mg kg hz khz mhz ghz thz -l ml dl kl fm nm -m mm cm km "
        + "mm2 cm2 m2 km2 mm3 cm3 m3 km3 m-s m-s2 pa kpa mpa gpa rad rad-s rad-s2 ps ns -s ms pv nv -v mv kv "
        + "mv pw nw -w mw kw mw k- m- a-m- bq cc cd c-kg co- db gy ha hp in kk km kt lm ln log lx mb mil mol "
        + "ph p-m- ppm pr sr sv wb v-m a-m 1- 2- 3- 4- 5- 6- 7- 8- 9- 10- 11- 12- 13- 14- 15- 16- 17- 18- 19- "
        + "20- 21- 22- 23- 24- 25- 26- 27- 28- 29- 30- 31- gal"
    ),
    (0xA7F9, "oe"), (0xFB00, "ff fi fl ffi ffl st st"), (0x10783, "ae"), (0x1F100, "0- 0- 1- 2- 3- 4- 5- 6- 7- 8- 9-"),
    (
      0x1F110,
      "-a- -b- -c- -d- -e- -f- -g- -h- -i- -j- -k- -l- -m- -n- -o- -p- -q- -r- -s- -t- -u- -v- -w- -x- -y- "
        + "-z- -s- - - cd wz"
    ),
    (0x1F14A, "hv mv sd ss ppv wc"), (0x1F16A, "mc md mr"), (0x1F190, "dj"),
  ]
}
