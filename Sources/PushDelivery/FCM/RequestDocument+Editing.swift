import Findings

/// Changes to the text of a request that leave everything else in it as it is. Each gives no change where the text is none that
/// can be changed, or another value is in the way.
extension RequestDocument {
  /// Gives the member at the end of a way a value; the objects on the way are made where they are missing. Not in an object that has
  /// the members of another one: what is written there may take the place of one of these.
  ///
  /// - Parameter value: as JSON text.
  func setting(_ path: [String], to value: String) -> [TextEdit] {
    guard isEditable else { return [] }
    let (object, rest) = reach(path)
    guard let member = Self.member(rest, value) else { return [TextEdit(object.range, value)] }
    return object.isObject && !object.isOpen
      ? [insertion(of: member, into: object)] + claim(of: rest, in: object) : []
  }

  /// How far a way leads: the last value on it that is there, and the names that are left.
  private func reach(_ path: [String]) -> (value: JSONNode, rest: ArraySlice<String>) {
    var (value, rest) = (message, path[...])
    while let name = rest.first, let member = value.members.last(where: { $0.name == name }) {
      value = member.value
      rest = rest.dropFirst()
    }
    return (value, rest)
  }

  /// A member with all that lies within it; nil where no name is left.
  private static func member(_ names: ArraySlice<String>, _ value: String) -> String? {
    guard let name = names.first else { return nil }
    let nested = names.dropFirst().reversed().reduce(value) { text, name in "{\(quoted(name)): \(text)}" }
    return "\(quoted(name)): \(nested)"
  }

  /// Takes the member at the end of a way out of its object, and that too where it means nothing empty.
  func removing(_ path: [String]) -> [TextEdit] {
    let path = emptied(by: path)
    guard isEditable, let name = path.last, let object = path.count == 1 ? message : node(path.dropLast()),
      let index = object.members.lastIndex(where: { $0.name == name })
    else { return [] }
    let members = object.members
    // A trailing comma goes with the only one.
    if members.count == 1 { return [TextEdit((object.offset + 1)..<(object.end - 1))] }
    let range =
      index == 0
      ? members[0].nameOffset..<members[1].nameOffset : members[index - 1].value.end..<members[index].value.end
    return [TextEdit(range)]
  }

  /// Takes a value from one place to another. Where the same stands there already it is only taken away.
  func moving(_ path: [String], to place: [String]) -> [TextEdit] {
    guard let value = node(path) else { return [] }
    if let other = node(place), other.content != .null {
      return other.value == value.value && !other.isExpression ? removing(path) : []
    }
    return moving(path, to: place, as: text(of: value.range))
  }

  /// Takes a value away and gives the member at the end of another way, which is not there, one.
  ///
  /// - Parameter value: as JSON text.
  func moving(_ path: [String], to place: [String], as value: String) -> [TextEdit] {
    let (object, rest) = reach(place)
    let old = emptied(by: path)
    // Where it only moves further into its own object, it stays in its line.
    if isEditable, !object.isOpen, let parent = node(old.dropLast()), object.range == parent.range,
      let member = parent.members.last(where: { $0.name == old.last }), let new = Self.member(rest, value)
    {
      return [TextEdit(member.nameOffset..<member.value.end, new)] + claim(of: rest, in: object)
    }
    let insertion = setting(place, to: value)
    return insertion.isEmpty ? [] : removing(path) + insertion
  }

  /// Keeps two changes from making objects in one at the same time: they might make the same twice.
  private func claim(of names: ArraySlice<String>, in object: JSONNode) -> [TextEdit] {
    names.count > 1 ? [TextEdit((object.offset + 1)..<(object.offset + 1))] : []
  }

  /// The way to what goes with a member: its object, where that holds nothing else and is worth nothing empty.
  private func emptied(by path: [String]) -> [String] {
    let object = Array(path.dropLast())
    let isLast = node(object)?.members.count == 1
    return isLast && ["fcm_options", "headers"].contains(object.last) ? object : path
  }

  /// Gives a member another name, unless its object has one of that name.
  func renaming(_ path: [String], to name: String) -> [TextEdit] {
    guard isEditable, let object = path.count == 1 ? message : node(path.dropLast()),
      let member = object.members.last(where: { $0.name == path.last }), object[name] == nil, !object.isOpen
    else { return [] }
    return renaming(member.nameOffset..<member.nameEnd, to: name)
  }

  /// Gives the name that stands at a place another.
  func renaming(_ range: Range<Int>, to name: String) -> [TextEdit] {
    guard isEditable else { return [] }
    // A program's name needs no quotes that it did not have, unless it has hyphens.
    let isBare = bytes[range].allSatisfy(isIdentifier) && name.utf8.allSatisfy(isIdentifier)
    return [TextEdit(range, isBare ? name : quoted(name))]
  }

  /// Puts a value in the place of another.
  func replacing(_ range: Range<Int>, by value: String) -> [TextEdit] {
    isEditable ? [TextEdit(range, value)] : []
  }

  /// The text that stands at a place.
  func text(of range: Range<Int>) -> String {
    // A request of our own has no text.
    range.upperBound <= bytes.count ? String(decoding: bytes[range], as: UTF8.self) : ""
  }

  /// After the last member, and set off from it as that one is from what is before it.
  private func insertion(of member: String, into object: JSONNode) -> TextEdit {
    guard let last = object.members.last else {
      return TextEdit((object.offset + 1)..<(object.end - 1), member)
    }
    let space = bytes[..<last.nameOffset].reversed().prefix { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let isOnItsOwnLine = space.contains(UInt8(ascii: "\n"))
    let separator = isOnItsOwnLine ? String(decoding: space.reversed(), as: UTF8.self) : " "
    return TextEdit(last.value.end..<last.value.end, "," + separator + member)
  }
}

/// A text in double quotes, as JSON and programs have it.
func quoted(_ text: String) -> String {
  String(decoding: (try? JSONText.compact(.string(text))) ?? [], as: UTF8.self)
}
