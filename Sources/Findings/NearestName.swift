/// Finds the name that you probably meant.
package enum NearestName {
  /// Only this many characters of a name are compared, so that hostile names are cheap.
  static let comparedLength = 128

  /// The candidate that differs in so few letters that only it can be meant.
  package static func slip(_ name: String, among candidates: [String]) -> String? {
    let distances = candidates.map { (name: $0, distance: distance(scalars(name), scalars($0))) }
    guard let least = distances.map(\.distance).min(), least <= (name.count < 5 ? 1 : 2) else { return nil }
    let nearest = distances.filter { $0.distance == least }
    return nearest.count == 1 ? nearest.first?.name : nil
  }

  /// Whether the names differ by one letter: added, lost, wrong, or swapped with its neighbour.
  package static func areOneSlipApart(_ name: String, _ other: String) -> Bool {
    abs(name.count - other.count) < 2 && distance(scalars(name), scalars(other)) == 1
  }

  /// The candidate with the smallest edit distance from `name`, ignoring case; the first of several.
  package static func find(_ name: String, among candidates: some Sequence<String>) -> String? {
    let wanted = scalars(name)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let offered = scalars(candidate)
      if let best, abs(offered.count - wanted.count) >= best.distance { continue }
      let distance = distance(wanted, offered)
      if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// The file that was probably meant: one with the same name elsewhere, or a longer one, as `rose-new.jpg` for `rose.jpg`; else the nearest if
  /// at most a third of the name differs. `rose2.jpg` is another picture than `rose1.jpg`, and so is each of `IMG_0001.jpg` to `IMG_0500.jpg`:
  /// a long number may be misspelt if only one file has one like it.
  package static func file(_ path: String, among paths: [String]) -> String? {
    let start = stem(path)
    let longer = paths.filter { other in
      let name = stem(other)
      return name.hasPrefix(start) && name.dropFirst(start.count).first.map { !$0.isLetter && !$0.isNumber } ?? true
    }
    if let found = find(path, among: longer) { return found }
    guard let nearest = find(path, among: paths) else { return nil }
    guard differInNumber(path, nearest) else { return areNear(start, stem(nearest)) ? nearest : nil }
    let alike = paths.filter { areOneSlipApart(stem($0), start) }
    return alike.count == 1 && start.count(where: \.isNumber) > 2 ? alike[0] : nil
  }

  /// Whether the names of two files have the same letters and signs, and other digits.
  package static func differInNumber(_ path: String, _ other: String) -> Bool {
    let (name, other) = (stem(path), stem(other))
    return name != other && name.filter { !$0.isNumber } == other.filter { !$0.isNumber }
  }

  /// The name of a file without its folders and its last extension, in small letters.
  private static func stem(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return (name.lastIndex(of: ".").map { name[..<$0] } ?? name).lowercased()
  }

  /// The candidate that was probably meant: the only one with this prefix, or the common prefix of all that have it. Else the nearest, if
  /// at most a third of the longer name differs.
  package static func near(_ name: String, among candidates: [String]) -> String? {
    let beginning = candidates.filter { name.count > 2 && $0.lowercased().hasPrefix(name.lowercased()) }
    if let shortest = beginning.min(by: { $0.count < $1.count }), beginning.allSatisfy({ $0.hasPrefix(shortest) }) {
      return shortest
    }
    return find(name, among: candidates).flatMap { areNear(name, $0) ? $0 : nil }
  }

  /// Whether at most a third of the longer name differs.
  private static func areNear(_ name: String, _ other: String) -> Bool {
    let (wanted, offered) = (scalars(name), scalars(other))
    return distance(wanted, offered) * 3 <= max(wanted.count, offered.count)
  }

  private static func scalars(_ name: String) -> [Unicode.Scalar] {
    Array(name.unicodeScalars.prefix(comparedLength).lazy.flatMap(\.properties.lowercaseMapping.unicodeScalars))
  }

  /// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        var cost = min(previous[j + 1] + 1, row[j] + 1, previous[j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          cost = min(cost, beforePrevious[j - 1] + 1)
        }
        row.append(cost)
      }
      beforePrevious = previous
      previous = row
    }
    return previous[right.count]
  }
}
